import { html } from "hono/html";
import type { Markup } from "./document.ts";
import type { GroupView, ServiceView } from "./hub-view.ts";
import { barCount, barShapes, uptimeBars } from "./uptime-bars.ts";
import { percent, statusName } from "./wording.ts";

/** On a page with more services, groups in which everything is up are collapsed. */
const mostOpen = 40;

export function serviceSection(groups: readonly GroupView[]): Markup | undefined {
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
