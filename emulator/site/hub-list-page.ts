import { html } from "hono/html";
import type { Status } from "../events/status.ts";
import type { HubRow } from "../resources/hub.ts";
import { documentOf, type HtmlPage, type Markup } from "./document.ts";
import { statusName } from "./wording.ts";

export interface ListedHub {
  readonly hub: HubRow;
  /** Undefined if access is limited. */
  readonly status: Status | undefined;
}

export const hubListPage = (hubs: readonly ListedHub[]): HtmlPage =>
  documentOf({
    title: "Status pages",
    heading: html`<h1>Status pages</h1>`,
    main: html`<ul class="card hubs">${hubs.map(hubItem)}</ul>`,
  });

const hubItem = ({ hub, status }: ListedHub): Markup =>
  html`<li><a href="/hubs/${hub.subdomain}"><b><bdi>${hub.name}</bdi></b>${
    status === undefined
      ? html`<span class="quiet">Access is limited</span>`
      : html`<span class="status ${status}">${statusName(status)}</span>`
  }</a></li>`;

export const missingPage = (subdomain: string): HtmlPage =>
  documentOf({
    title: "No such status page",
    heading: html`<h1>No such status page</h1>`,
    main: html`<p>There is no hub <bdi>${subdomain}</bdi>. <a href="/">See all hubs</a></p>`,
    isLive: false,
  });
