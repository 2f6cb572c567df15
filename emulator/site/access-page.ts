import { html } from "hono/html";
import type { HubRow } from "../resources/hub.ts";
import type { SubscriptionRow } from "../resources/subscription.ts";
import type { SignIn } from "../state/row.ts";
import { documentOf, type Markup, type Page } from "./document.ts";

const fields: Readonly<Record<SignIn["method"], Markup>> = {
  password: html`<label for="c">Password</label><input id="c" name="password" type="password" required autocomplete="off">`,
  oauth: html`<label for="c">E-mail address</label><input id="c" name="email" type="email" required>
<p class="quiet">There is no identity provider here: you are whoever you say you are.</p>`,
  saml: html`<label for="c">NameID</label><input id="c" name="nameId" required>
<p class="quiet">There is no SAML identity provider here: you are whoever you say you are.</p>`,
};

export const signInPage = (hub: HubRow, signIn: SignIn, hasFailed: boolean): Page =>
  documentOf({
    title: `Sign in: ${hub.name}`,
    heading: html`<h1><bdi>${hub.name}</bdi></h1>`,
    main: html`<form class="card" method="post" action="/hubs/${hub.subdomain}/sign-in">
${hasFailed ? html`<p class="error" role="alert">Sign-in failed.</p>` : undefined}
${fields[signIn.method]}<button>Sign in</button></form>`,
    isLive: false,
  });

export const otherNetworkPage = (): Page =>
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
