import { BlockList, isIPv4 } from "node:net";
import type { Context } from "hono";
import { auth } from "hono/utils/basic-auth";
import type { Environment } from "../http/listen.ts";
import type { AccessRow, SignIn } from "../state/row.ts";

export type Visit = Context<Environment>;

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
 * Returns the identity that a visitor has signed in with, as the user name or the password of HTTP Basic authentication;
 * undefined if that isn't enough. There is no identity provider, so visitors can claim any identity. Documented: all visitors
 * share one password; signing in with an OAuth-based identity provider is for email addresses in the allowed domains.
 */
export function identityOf(signIn: SignIn, visit: Visit): string | undefined {
  const { username = "", password = "" } = auth(visit.req.raw) ?? {};
  if (signIn.method === "password") return password === signIn.password ? "" : undefined;
  const name = username.trim();
  if (signIn.method === "saml") return name || undefined;
  const [user, domain, ...rest] = name.toLowerCase().split("@");
  const isMember = signIn.domains.some((allowed) => allowed.toLowerCase() === domain);
  return user && rest.length === 0 && isMember ? name : undefined;
}
