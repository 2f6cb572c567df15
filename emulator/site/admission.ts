import { BlockList, isIPv4 } from "node:net";
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { Emulation } from "../emulation.ts";
import type { Environment } from "../http/listen.ts";
import type { HubRow } from "../resources/hub.ts";
import type { AccessRow, SignIn } from "../state/row.ts";

/** A request for a page. */
export type Visit = Context<Environment>;

/** Fields of the sign-in form. There is no identity provider, so visitors can claim any identity. */
interface Credentials {
  readonly password?: string | undefined;
  readonly email?: string | undefined;
  readonly nameId?: string | undefined;
}

/** If the list is empty, everyone is admitted. */
export function isAddressAllowed({ allowed_addresses }: AccessRow, address: string): boolean {
  if (allowed_addresses.length === 0) return true;
  const list = new BlockList();
  for (const range of allowed_addresses) {
    const [network = "", size = "32"] = range.split("/");
    list.addSubnet(network, Number(size), "ipv4");
  }
  return isIPv4(address) && list.check(address, "ipv4");
}

/**
 * Returns the identity for these credentials; undefined if they are wrong. Documented: all visitors share one password;
 * signing in with an OAuth-based identity provider is for e-mail addresses in the allowed domains.
 */
export function identityOf(signIn: SignIn, { password, email = "", nameId = "" }: Credentials): string | undefined {
  if (signIn.method === "password") return password === signIn.password ? "" : undefined;
  if (signIn.method === "saml") return nameId.trim() || undefined;
  const [user, domain, ...rest] = email.trim().toLowerCase().split("@");
  const isMember = signIn.domains.some((allowed) => allowed.toLowerCase() === domain);
  return user && rest.length === 0 && isMember ? email.trim() : undefined;
}

const cookie = "visitor";

// Another hub, sign-in method or password makes another signature, which ends the session.
const secretOf = ({ visitors }: Emulation, { hub_id, sign_in }: AccessRow) =>
  JSON.stringify([visitors.secret, hub_id, sign_in]);

/** Remembers a signed-in visitor of a hub. */
export const remember = (
  emulation: Emulation,
  visit: Visit,
  access: AccessRow,
  { subdomain }: HubRow,
  identity: string,
) =>
  setSignedCookie(visit, cookie, identity, secretOf(emulation, access), {
    path: `/hubs/${subdomain}`,
    httpOnly: true,
    sameSite: "Lax",
  });

/** Returns the identity of a visitor; undefined if nobody has signed in. */
export async function visitorOf(emulation: Emulation, visit: Visit, access: AccessRow): Promise<string | undefined> {
  const identity = await getSignedCookie(visit, secretOf(emulation, access), cookie);
  // False if the signature is wrong.
  return identity === false ? undefined : identity;
}
