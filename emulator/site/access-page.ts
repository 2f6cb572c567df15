import { html } from "hono/html";
import type { HubRow } from "../resources/hub.ts";
import type { SubscriptionRow } from "../resources/subscription.ts";
import type { SignIn } from "../state/row.ts";
import { documentOf, type HtmlPage, type Markup } from "./document.ts";

const hints: Readonly<Record<SignIn["method"], string>> = {
  password: "Sign in with any name and the password of the page.",
  oauth:
    "Sign in with an email address as your name. There is no identity provider here: you are whoever you say you are.",
  saml: "Sign in with a NameID as your name. There is no identity provider here: you are whoever you say you are.",
};

/** Shown if a visitor leaves the browser's own form. */
export const signInPage = (hub: HubRow, { method }: SignIn): HtmlPage =>
  documentOf({
    title: `Sign in: ${hub.name}`,
    heading: html`<h1><bdi>${hub.name}</bdi></h1>`,
    main: html`<p>${hints[method]}</p>`,
    isLive: false,
  });

export const otherNetworkPage = (): HtmlPage =>
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
