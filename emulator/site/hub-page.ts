import { html } from "hono/html";
import { documentOf, type HtmlPage, type Markup } from "./document.ts";
import { incidentSection, maintenanceSection } from "./event-section.ts";
import type { HubView } from "./hub-view.ts";
import { richText, safeUrl } from "./rich-text.ts";
import { serviceSection } from "./service-section.ts";
import { barCount } from "./uptime-bars.ts";
import { percent, summaryOf } from "./wording.ts";

/** Returns the page of one hub. `visitor` is the line that shows who is signed in. */
export function hubPage(view: HubView, visitor?: Markup): HtmlPage {
  const { hub, status } = view;
  const summary = summaryOf(view.groups.flatMap(({ services }) => services));
  return documentOf({
    title: `${summary}: ${hub.name}`,
    status,
    heading: html`<h1>${heading(hub.name, hub.product_url)}</h1>${visitor}`,
    main: html`${alertCard(view)}
<section class="card overall ${status}" aria-label="Overall status"><p>${summary}</p>
<p class="quiet">${percent(view.uptime)} uptime in ${barCount} days</p></section>
${incidentSection("Open incidents", view.openIncidents)}
${maintenanceSection(view.maintenances)}
${serviceSection(view.groups)}
${incidentSection("Past incidents", view.pastIncidents)}`,
  });
}

/** Documented: the name links to `product_url`. */
function heading(name: string, productUrl: string | null): Markup {
  const url = productUrl === null ? undefined : safeUrl(productUrl);
  return url === undefined ? html`<bdi>${name}</bdi>` : html`<a href="${url}"><bdi>${name}</bdi></a>`;
}

function alertCard({ alert }: HubView): Markup | undefined {
  if (!alert) return undefined;
  return html`<section class="card alert" aria-label="Platform alert"><h2><bdi>${alert.title}</bdi></h2>
<div class="body">${richText(alert.body)}</div></section>`;
}
