import { html } from "hono/html";
import type { Status } from "../events/service-effect.ts";
import type { HubRow } from "../tables/hub.ts";
import type { IncidentUpdateRow } from "../tables/incident.ts";
import { documentOf, type Markup } from "./document.ts";
import type { AffectedService, GroupView, HubView, IncidentView, MaintenanceView, ServiceView } from "./hub-view.ts";
import { richText, safeUrl } from "./rich-text.ts";
import { type Bar, barCount } from "./uptime-bars.ts";
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
  html`<li><a href="/hubs/${hub.subdomain}"><b><bdi>${hub.name}</bdi></b>${statusLabel(status)}</a></li>`;

const statusLabel = (status: string): Markup => html`<span class="status ${status}">${statusName(status)}</span>`;

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
<p><strong>${capitalized(update.incident_type)}</strong> ${unconfirmedMark(update)}<span class="quiet">${timeOf(update.start_time)}</span></p>
<div class="body">${richText(update.body)}</div></li>`;

const unconfirmedMark = ({ state }: IncidentUpdateRow): Markup | undefined =>
  state === "unconfirmed" ? html`<span class="mark">Unconfirmed</span> ` : undefined;

function maintenanceSection(maintenances: readonly MaintenanceView[]): Markup | undefined {
  if (maintenances.length === 0) return undefined;
  return html`<section aria-label="Maintenance"><h2>Maintenance</h2>${maintenances.map(maintenanceCard)}</section>`;
}

function maintenanceCard({ maintenance, isRunning, affected }: MaintenanceView): Markup {
  const { title, body, start_time: start, end_time: end, event_repeat: repeat } = maintenance;
  const repetition = repeat ? html`, repeats <bdi>${repeat.interval}</bdi>` : undefined;
  return html`<article class="card event">
<div class="head"><h3><bdi>${title}</bdi></h3><p class="type">${isRunning ? "In progress" : "Planned"}</p></div>
<p class="quiet">${periodOf(start, end)}${repetition}</p>
${affectedList(affected)}
<div class="body">${richText(body)}</div>
</article>`;
}

function affectedList(affected: readonly AffectedService[]): Markup {
  const items = affected.map(({ name, status }) => html`<li><bdi>${name}</bdi>${statusLabel(status)}</li>`);
  return html`<ul class="affected" aria-label="Affected services">${items}</ul>`;
}

/** On a page with more services, groups in which everything is up are collapsed. */
const mostOpen = 40;

function serviceSection(groups: readonly GroupView[]): Markup | undefined {
  if (groups.length === 0) return undefined;
  const isShort = groups.reduce((sum, { services }) => sum + services.length, 0) <= mostOpen;
  return html`<section aria-label="Services"><div class="head"><h2>Services</h2>
<p class="quiet">Uptime of the last ${barCount} days</p></div>${barShapes}
${groups.map((group) => groupCard(group, isShort || group.status !== "up"))}</section>`;
}

function groupCard({ id, name, uptime, status, services }: GroupView, isOpen: boolean): Markup {
  const open = isOpen ? html` open data-opened-by-server` : undefined;
  return html`<details class="card" id="group-${id}"${open}>
<summary id="summary-${id}"><h3><bdi>${name}</bdi></h3><span class="quiet">${percent(uptime)}</span>
${statusLabel(status)}</summary>
<ul class="services">${services.map(serviceItem)}</ul></details>`;
}

function serviceItem(service: ServiceView): Markup {
  const { bars, uptime, status } = service;
  return html`<li><div>${serviceName(service)}</div>${uptimeBars(bars)}<span class="quiet uptime">${percent(uptime)}</span>${statusLabel(status)}</li>
`;
}

/** Documented: the description is shown in a tooltip. It also opens on focus, for touch and keyboard. */
function serviceName({ id, name, description }: ServiceView): Markup {
  if (description === undefined) return html`<bdi>${name}</bdi>`;
  return html`<bdi class="described" id="s${id}" tabindex="0" aria-describedby="d${id}">${name}</bdi><span role="tooltip" id="d${id}">${description}</span>`;
}

const barPath = (index: number, width: number): string => `M${index} 0h${width}v10h-${width}z`;

const allDays = Array.from({ length: barCount }, (_, index) => barPath(index, 0.67)).join("");

/** The bars of days that were fully up, drawn once and referenced by every service to keep large pages small. */
const barShapes: Markup = html`<svg class="shapes" aria-hidden="true"><path id="days" d="${allDays}"/></svg>`;

/** Draws one bar per day, and a wider one over those that weren't fully up. The label says the same in words. */
const uptimeBars = (bars: readonly Bar[]): Markup =>
  html`<svg class="bars" viewBox="0 0 ${barCount} 10" preserveAspectRatio="none" role="img" aria-label="${label(bars)}"><use href="#days"/>${bars.map(troubledBar)}</svg>`;

const troubledBar = (bar: Bar): Markup =>
  html`<path class="${bar.status}" d="${barPath(bar.index, 1)}"><title>${day(bar.start)}: ${percent(bar.uptime)} uptime</title></path>`;

function label(bars: readonly Bar[]): string {
  const last = bars.at(-1);
  if (!last) return `Up on all ${barCount} days`;
  return `Not always up on ${plural(bars.length, "day")} of ${barCount}, most recently on ${day(last.start)}`;
}
