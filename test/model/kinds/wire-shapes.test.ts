import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { timestamp } from "../../../model/api/field.ts";
import { exactText, flag, wholeNumber } from "../../../model/kinds/value-type.ts";
import { wireShapes } from "../../../model/kinds/wire-shapes.ts";

const text = exactText(z.string());
const number = wholeNumber(z.int());
const id = z.int();
const doc = "";
const read = () => undefined;

const derived = wireShapes("Sample", {
  id,
  properties: {
    name: { key: "name", type: text, doc, required: true },
    group: { key: "group_id", type: number, doc },
    order: { key: "order", type: number, doc, putOnly: true },
    silent: { key: "silent_update", type: flag, doc, requestOnly: true, read },
    token: { key: "token", type: text, doc, writeOnly: true },
    body: { key: "body", type: text, doc, inList: false },
  },
  outputs: {
    url: { key: "url", schema: z.url(), doc, read },
    parts: { schema: z.array(z.string()), doc, read },
  },
  flags: { deleted: z.boolean() },
});

const common = { id, url: z.url(), created_at: timestamp, updated_at: timestamp };
const flags = z.object({ deleted: z.boolean() });
const isSilent = flag.request.optional();
const response = { name: text.response, group_id: number.response, order: number.response };

const written = {
  create: z.object({
    name: text.request,
    group_id: number.request.optional(),
    silent_update: isSilent,
    token: text.request.optional(),
    body: text.request.optional(),
  }),
  update: z.object({
    name: text.request.optional(),
    group_id: number.request.optional(),
    order: number.request.optional(),
    silent_update: isSilent,
    token: text.request.optional(),
    body: text.request.optional(),
  }),
  record: z.object({ ...response, body: text.response, ...common, flags }),
  listRecord: z.object({ ...response, body: text.response.optional(), ...common, flags }),
};

const keysOf = ({ shape }: z.ZodObject) =>
  Object.fromEntries(
    Object.entries(shape as Record<string, z.ZodType>).map(([key, schema]) => [
      key,
      { schema: z.toJSONSchema(schema), isOptional: schema.isOptional() },
    ]),
  );

it.each(["create", "update", "record", "listRecord"] as const)(
  "the shape of a %s has the keys that the flags of the properties say",
  (name) => expect(keysOf(derived[name])).toEqual(keysOf(written[name])),
);

it("the types of the shapes say the same", () => {
  expectTypeOf(derived.create).toEqualTypeOf(written.create);
  expectTypeOf(derived.update).toEqualTypeOf(written.update);
  expectTypeOf(derived.record).toEqualTypeOf(written.record);
  expectTypeOf(derived.listRecord).toEqualTypeOf(written.listRecord);
});
