import { z } from "zod";
import { resourceOf, resources } from "../resources/index.ts";
import type { RowIndices } from "./field.ts";
import { id, type RowOf, text, time } from "./field.ts";

/*
 * The emulator's state, with one row schema per table. A row has the fields of the API's record, including its flags,
 * and fields that only the emulator knows.
 */

/** Inferred: a group is only known from the `group_id` of services, so its fields are our own. */
const group = z.strictObject({ id, hub_id: id, name: text });

/** Documented: a state of the whole hub, not tied to a service. Its fields aren't documented, so they are our own. */
const platformAlert = z.strictObject({
  id,
  hub_id: id,
  title: text,
  body: text,
  start_time: time,
  /** Null while it is active. */
  end_time: time.nullable(),
});

/** How visitors of a hub sign in. Documented: one of three methods. */
export const signIn = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("saml") }),
  z.strictObject({ method: z.literal("oauth"), domains: z.array(text.regex(/^[^@\s]+$/)).min(1) }),
  z.strictObject({ method: z.literal("password"), password: text.min(1) }),
]);

/** Documented: an allowlist has IPv4 addresses and ranges such as `10.0.0.0/8`. */
export const addressRange = z.union([z.ipv4(), z.cidrv4()], { error: "must be an IPv4 address or range" });

/** Who may see a hub. A hub without such a row is public. */
const access = z.strictObject({
  id,
  hub_id: id,
  /** Null if visitors don't need to sign in. Documented: at most one method at a time. */
  sign_in: signIn.nullable(),
  /** If empty, every address is admitted. */
  allowed_addresses: z.array(addressRange),
});

const others = { groups: group, platform_alerts: platformAlert, accesses: access };

type Resources = typeof resources;

type ResourceSchemas = { readonly [Name in keyof Resources]: Resources[Name]["row"] };

type RowSchemas = ResourceSchemas & typeof others;

// The keys stay the same, which the compiler can't see through Object.fromEntries.
const ofResources = Object.fromEntries(Object.entries(resources).map(([name, { row }]) => [name, row]));

export const rowSchemas: RowSchemas = { ...(ofResources as ResourceSchemas), ...others };

/** The nullable fields of each table, set to null: the defaults of a new row. */
export const emptyFields = Object.fromEntries(
  Object.entries(rowSchemas).map(([table, { shape }]) => {
    const nullable = Object.entries(shape).filter(([, schema]) => schema.safeParse(null).success);
    return [table, Object.fromEntries(nullable.map(([field]) => [field, null]))];
  }),
) as Readonly<Record<TableName, Readonly<Record<string, null>>>>;

export type TableName = keyof RowSchemas;

export type Tables = { readonly [Name in TableName]: RowOf<RowSchemas[Name]> };

export type IndexName<Name extends TableName> =
  | "hub"
  | (Name extends keyof Resources
      ? Resources[Name] extends { readonly indices: infer Indices }
        ? keyof Indices & string
        : never
      : never);

export const indicesOf = (name: TableName): RowIndices<never> => ({
  hub: (row: { readonly hub_id?: number }) => row.hub_id,
  ...resourceOf(name)?.indices,
});

export type GroupRow = Tables["groups"];
export type PlatformAlertRow = Tables["platform_alerts"];
export type AccessRow = Tables["accesses"];
export type SignIn = RowOf<typeof signIn>;
