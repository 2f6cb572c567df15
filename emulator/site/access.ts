import { BlockList, isIPv4 } from "node:net";
import type { Context } from "hono";
import { html } from "hono/html";
import { auth } from "hono/utils/basic-auth";
import type { Environment } from "../http/environment.ts";
import type { HubRow } from "../tables/hub.ts";
import type { AccessRow, SignIn } from "../tables/panel.ts";
import type { SubscriptionRow } from "../tables/subscription.ts";
import { documentOf, type Markup } from "./document.ts";

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

const hints: Readonly<Record<SignIn["method"], string>> = {
  password: "Sign in with any name and the password of the page.",
  oauth:
    "Sign in with an email address as your name. There is no identity provider here: you are whoever you say you are.",
  saml: "Sign in with a NameID as your name. There is no identity provider here: you are whoever you say you are.",
};

/** Shown if a visitor leaves the browser's own form. */
export const signInPage = (hub: HubRow, { method }: SignIn): string =>
  documentOf({
    title: `Sign in: ${hub.name}`,
    heading: html`<h1><bdi>${hub.name}</bdi></h1>`,
    main: html`<p>${hints[method]}</p>`,
    isLive: false,
  });

export const otherNetworkPage = (): string =>
  documentOf({
    title: "Not open to your network",
    heading: html`<h1>Not open to your network</h1>`,
    main: html`<p>This status page is limited to certain addresses, and yours is not among them.</p>`,
    isLive: false,
  });

/** Documented: a subscriber is recognized by its `idp_id` after signing in. */
export const visitorLine = (identity: string, subscriptions: readonly SubscriptionRow[] | undefined): Markup =>
  html`<p class="quiet">Signed in${identity === "" ? undefined : html` as <bdi>${identity}</bdi>`}${
    subscriptions && html`, a subscriber by ${subscriptions.map(({ method_name }) => method_name).join(" and ")}`
  }</p>`;
