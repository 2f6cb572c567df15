import { z } from "zod";
import { id, type RowOf, text, time } from "../state/field.ts";

/*
 * What only the control panel changes: the API has no operations for it. Its fields aren't documented, so they are our own.
 */

/** Inferred: a group is only known from the `group_id` of services. */
const group = z.strictObject({ id, hub_id: id, name: text });

/** Documented: a state of the whole hub, not tied to a service. */
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

export type GroupRow = RowOf<typeof group>;
export type PlatformAlertRow = RowOf<typeof platformAlert>;
export type AccessRow = RowOf<typeof access>;
export type SignIn = RowOf<typeof signIn>;

export const groups = { row: group };
export const platformAlerts = { row: platformAlert };
export const accesses = { row: access };
