import { BlockList, isIPv4 } from "node:net";
import type { AccessRow, SignIn } from "../state/row.ts";

/** Fields of the sign-in form. There is no identity provider, so visitors can claim any identity. */
export interface Credentials {
  readonly password?: string | undefined;
  readonly email?: string | undefined;
  readonly nameId?: string | undefined;
}

/** Documented: an allowlist of IPv4 addresses and ranges. If it is empty, everyone is admitted. */
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
