import { z } from "zod";
import { hubShapes } from "../../model/kinds/hub.ts";
import { dated, id, type RowOf, text } from "../state/field.ts";

const row = hubShapes.record
  .extend({
    ...dated,
    type: z.enum(["primary", "connected"]),
    parent_id: id.nullable(),
    /** The subdomain at creation. Roles of API keys refer to it, so a rename doesn't affect them. */
    first_subdomain: text,
    position: z.int(),
    /** On a connected hub: the groups of its primary hub that it shares. */
    shared_groups: z.array(id),
    /** On a connected hub: the services that it shares from those groups. */
    shared_services: z.union([z.literal("all"), z.array(id)]),
  })
  .strict();

export type HubRow = RowOf<typeof row>;

export const hubs = { row, indices: { subdomain: ({ subdomain }: HubRow) => subdomain } };
