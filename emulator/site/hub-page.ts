import { html } from "hono/html";
import type { Status } from "../events/service-effect.ts";
import type { HubRow } from "../tables/hub.ts";
import type { IncidentUpdateRow } from "../tables/incident.ts";
import { documentOf, type Markup } from "./document.ts";
import {
  type AffectedService,
  type Bar,
  barCount,
  type GroupView,
  type HubView,
  type IncidentView,
  type MaintenanceView,
  type ServiceView,
} from "./hub-view.ts";
import { richText, safeUrl } from "./rich-text.ts";
import { capitalized, day, percent, periodOf, plural, statusName, summaryOf, timeOf } from "./wording.ts";

interface ListedHub {
  readonly hub: HubRow;
  readonly status: Status;
}

export const hubListPage = (hubs: readonly ListedHub[]): string =>
  documentOf({
    title: "Status pages",
    heading: html`<h1>Status pages</h1>`,
    main: html`<ul class="card hubs">${hubs.map(hubItem)}</ul>`,
  });

const hubItem = ({ hub, status }: ListedHub): Markup =>
  html`<li><a href="/hubs/${hub.subdomain}"><b><bdi>${hub.name}</bdi></b><span class="status ${status}">${statusName(
    status,
  )}</span></a></li>`;

export const missingPage = (subdomain: string): string =>
  documentOf({
    title: "No such status page",
    heading: html`<h1>No such status page</h1>`,
    main: html`<p>There is no hub <bdi>${subdomain}</bdi>. <a href="/">See all hubs</a></p>`,
    isLive: false,
  });

export function hubPage(view: HubView): string {
  const { hub, status } = view;
  const summary = summaryOf(view.groups.flatMap(({ services }) => services));
  return documentOf({
    title: `${summary}: ${hub.name}`,
    status,
    heading: html`<h1>${heading(hub.name, hub.product_url)}</h1>`,
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

function incidentSection(title: string, incidents: readonly IncidentView[]): Markup | undefined {
  if (incidents.length === 0) return undefined;
  return html`<section aria-label="${title}"><h2>${title}</h2>${incidents.map(incidentCard)}</section>`;
}

const incidentCard = ({ incident, affected, updates }: IncidentView): Markup => html`<article class="card event">
<div class="head"><h3><bdi>${incident.title}</bdi></h3><p class="type">${capitalized(incident.last_incident_type)}</p></div>
${affectedList(affected)}
<ol class="updates" reversed aria-label="Updates, newest first">${updates.map(updateItem)}</ol>
</article>`;

/** Documented: `unconfirmed` is published, but marked. */
const updateItem = (update: IncidentUpdateRow): Markup => html`<li>
<p><strong>${capitalized(update.incident_type)}</strong> ${
  update.state === "unconfirmed" ? html`<span class="mark">Unconfirmed</span> ` : undefined
}<span class="quiet">${timeOf(update.start_time)}</span></p>
<div class="body">${richText(update.body)}</div></li>`;

function maintenanceSection(maintenances: readonly MaintenanceView[]): Markup | undefined {
  if (maintenances.length === 0) return undefined;
  return html`<section aria-label="Maintenance"><h2>Maintenance</h2>${maintenances.map(maintenanceCard)}</section>`;
}

const maintenanceCard = ({
  maintenance,
  isRunning,
  affected,
}: MaintenanceView): Markup => html`<article class="card event">
<div class="head"><h3><bdi>${maintenance.title}</bdi></h3><p class="type">${isRunning ? "In progress" : "Planned"}</p></div>
<p class="quiet">${periodOf(maintenance.start_time, maintenance.end_time)}${
  maintenance.event_repeat ? html`, repeats <bdi>${maintenance.event_repeat.interval}</bdi>` : undefined
}</p>
${affectedList(affected)}
<div class="body">${richText(maintenance.body)}</div>
</article>`;

const affectedList = (affected: readonly AffectedService[]): Markup =>
  html`<ul class="affected" aria-label="Affected services">${affected.map(
    ({ name, status }) => html`<li><bdi>${name}</bdi><span class="status ${status}">${statusName(status)}</span></li>`,
  )}</ul>`;

/** On a page with more services, groups in which everything is up are collapsed. */
const mostOpen = 40;

function serviceSection(groups: readonly GroupView[]): Markup | undefined {
  if (groups.length === 0) return undefined;
  const isShort = groups.reduce((sum, { services }) => sum + services.length, 0) <= mostOpen;
  return html`<section aria-label="Services"><div class="head"><h2>Services</h2>
<p class="quiet">Uptime of the last ${barCount} days</p></div>${barShapes}
${groups.map((group) => groupCard(group, isShort || group.status !== "up"))}</section>`;
}

const groupCard = (group: GroupView, isOpen: boolean): Markup => html`<details class="card" id="group-${group.id}"${
  isOpen ? html` open data-open` : undefined
}>
<summary id="summary-${group.id}"><h3><bdi>${group.name}</bdi></h3><span class="quiet">${percent(group.uptime)}</span>
<span class="status ${group.status}">${statusName(group.status)}</span></summary>
<ul class="services">${group.services.map(serviceItem)}</ul></details>`;

const serviceItem = (service: ServiceView): Markup => html`<li><div>${serviceName(service)}</div>${uptimeBars(
  service.bars,
)}<span class="quiet uptime">${percent(service.uptime)}</span><span class="status ${service.status}">${statusName(
  service.status,
)}</span></li>
`;

/** Documented: the description is shown in a tooltip. It also opens on focus, for touch and keyboard. */
function serviceName({ id, name, description }: ServiceView): Markup {
  if (description === undefined) return html`<bdi>${name}</bdi>`;
  return html`<bdi class="described" id="s${id}" tabindex="0" aria-describedby="d${id}">${name}</bdi><span role="tooltip" id="d${id}">${description}</span>`;
}

const barPath = (index: number, width = 0.67): string => `M${index} 0h${width}v10h-${width}z`;

/** The bars of days that were fully up, drawn once and referenced by every service to keep large pages small. */
const barShapes: Markup = html`<svg class="shapes" aria-hidden="true"><path id="days" d="${Array.from(
  { length: barCount },
  (_, index) => barPath(index),
).join("")}"/></svg>`;

/** Draws one bar per day. The label says the same in words. */
const uptimeBars = (bars: readonly Bar[]): Markup =>
  html`<svg class="bars" viewBox="0 0 ${barCount} 10" preserveAspectRatio="none" role="img" aria-label="${label(
    bars,
  )}"><use href="#days"/>${bars.map(troubledBar)}</svg>`;

const troubledBar = (bar: Bar): Markup =>
  html`<path class="${bar.status}" d="${barPath(bar.index, 1)}"><title>${day(bar.start)}: ${percent(bar.uptime)} uptime</title></path>`;

function label(bars: readonly Bar[]): string {
  const last = bars.at(-1);
  if (!last) return `Up on all ${barCount} days`;
  return `Not always up on ${plural(bars.length, "day")} of ${barCount}, most recently on ${day(last.start)}`;
}
