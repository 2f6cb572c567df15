import { html } from "hono/html";
import type { IncidentUpdateRow } from "../resources/incident-update.ts";
import type { Markup } from "./document.ts";
import type { AffectedService, IncidentView, MaintenanceView } from "./hub-view.ts";
import { richText } from "./rich-text.ts";
import { capitalized, periodOf, statusName, timeOf } from "./wording.ts";

export function incidentSection(title: string, incidents: readonly IncidentView[]): Markup | undefined {
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

export function maintenanceSection(maintenances: readonly MaintenanceView[]): Markup | undefined {
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
