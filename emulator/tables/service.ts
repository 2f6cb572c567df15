import { z } from "zod";
import { serviceShapes } from "../../model/kinds/service.ts";
import { id, ofHub, type RowOf, within, withoutFlags } from "../state/field.ts";

const row = serviceShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, group_id: id, archived: z.boolean() })
  .strict();

export type ServiceRow = RowOf<typeof row>;

export const services = {
  row,
  indices: {
    // Inferred: a deleted record frees its unique values.
    customId: ({ deleted, custom_id, hub_id }: ServiceRow) =>
      deleted || custom_id === null ? undefined : within(hub_id, custom_id),
  },
};
