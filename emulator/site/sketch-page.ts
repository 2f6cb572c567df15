import { html, raw } from "hono/html";
import { hashOf, type Markup } from "./document.ts";
import { richText } from "./rich-text.ts";
import { sketchStyle } from "./sketch-style.ts";
import { style } from "./style.ts";
import { capitalized, periodOf, statusName, timeOf } from "./wording.ts";

/*
 * A sketch of hubs before and after an update, in one file without scripts, which loads nothing. The templates escape all
 * texts, and `richText` keeps the basic markup of bodies.
 */

export interface SketchedService {
  readonly id: string;
  readonly name: string;
  /** Empty if it has none. */
  readonly description: string;
}

export interface SketchedGroup {
  readonly id: string;
  readonly services: readonly SketchedService[];
}

export interface SketchedMaintenance {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly startTime: string;
  readonly endTime: string;
  /** How it repeats, in words; empty if it takes place once. */
  readonly repeats: string;
  readonly affected: readonly { readonly name: string; readonly status: string }[];
}

export interface SketchedIncident {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly startTime: string;
}

/** A hub at one moment. A part that can't be read is undefined. */
export interface SketchedHub {
  readonly name: string;
  readonly groups: readonly SketchedGroup[] | undefined;
  readonly maintenances: readonly SketchedMaintenance[] | undefined;
  readonly incidents: readonly SketchedIncident[] | undefined;
}

export interface SketchedUpdate {
  /** Names the hub. */
  readonly hub: string;
  readonly before: SketchedHub;
  /** Undefined if the update fails. */
  readonly after: SketchedHub | undefined;
}

export interface Sketch {
  readonly stacks: readonly string[];
  readonly time: string;
  readonly summary: string;
  /** What else the reader must know, such as failures and what isn't known. */
  readonly remarks: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly updates: readonly SketchedUpdate[];
}

const allStyle = style + sketchStyle;

/** Nothing is loaded or sent, no script runs, and only this style applies. */
const policy = ["default-src 'none'", `style-src ${hashOf(allStyle)}`, "form-action 'none'", "base-uri 'none'"].join(
  "; ",
);

export function sketchPage({ stacks, time, summary, remarks, updates }: Sketch): string {
  const title = `Status page preview: ${stacks.join(", ")}`;
  const head = html`<meta charset="utf-8"><meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(allStyle)}</style>`;
  const body = html`<header><h1><bdi>${title}</bdi></h1>
<p class="quiet">${timeOf(time)}. A sketch of the content, not StatusHub’s design. Uptime, past incidents, drafts, and what is archived or deleted aren’t drawn.</p></header>
<main><section class="card alert" aria-label="Summary"><p><bdi>${summary}</bdi></p>${remarks.map(remarkSection)}</section>
${updates.map(updateSection)}</main>
<footer>All times are in UTC.</footer>`;
  return String(html`<!doctype html>
<html lang="en"><head>${head}</head>
<body class="sketch">${body}</body></html>
`);
}

const remarkSection = ({ heading, lines }: Sketch["remarks"][number]): Markup =>
  html`<h2><bdi>${heading}</bdi></h2><ul class="remarks">${lines.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`;

function updateSection({ hub, before, after }: SketchedUpdate, index: number): Markup {
  const content = after === undefined ? onlyNow(before) : bothSides(before, after, index);
  return html`<section class="hub" aria-label="Hub ${hub}"><h2><bdi>${hub}</bdi></h2>
${content}</section>`;
}

/** Without an update, there is one side, in which nothing differs. */
function onlyNow(hub: SketchedHub): Markup {
  const parts = partsOf(hub);
  const section = hubSection(hub, { parts, otherParts: parts, ifOnlyHere: "Disappears" });
  return html`<div class="sides"><div class="side before"><h3>Now</h3>${section}</div></div>`;
}

/** On a narrow screen, one side is shown at a time. */
function bothSides(before: SketchedHub, after: SketchedHub, index: number): Markup {
  const partsBefore = partsOf(before);
  const partsAfter = partsOf(after);
  const left = hubSection(before, { parts: partsBefore, otherParts: partsAfter, ifOnlyHere: "Disappears" });
  const right = hubSection(after, { parts: partsAfter, otherParts: partsBefore, ifOnlyHere: "New" });
  return html`<input class="show-before" type="radio" name="side-${index}" id="before-${index}"><label for="before-${index}">Before</label>
<input class="show-after" type="radio" name="side-${index}" id="after-${index}" checked><label for="after-${index}">After</label>
<div class="sides"><div class="side before"><h3>Before</h3>${left}</div>
<div class="side after"><h3>After</h3>${right}</div></div>`;
}

/** What visitors see of a record. */
interface Part {
  readonly markup: Markup;
  /** It changes if this does. */
  readonly compared: string;
}

/** By the kind and the ID of the record: `service 1`. */
type Parts = ReadonlyMap<string, Part>;

function partsOf({ name, groups = [], maintenances = [] }: SketchedHub): Parts {
  const parts = new Map<string, Part>();
  parts.set("name", { markup: html`<bdi>${name}</bdi>`, compared: name });
  for (const { id: group, services } of groups) {
    for (const service of services) {
      const markup = serviceItem(service);
      parts.set(`service ${service.id}`, { markup, compared: `${group} ${markup}` });
    }
  }
  for (const maintenance of maintenances) {
    const markup = maintenanceCard(maintenance);
    parts.set(`maintenance ${maintenance.id}`, { markup, compared: String(markup) });
  }
  return parts;
}

/** A part of one side, with a mark if the other side differs. */
interface MarkedPart {
  readonly content: Markup;
  readonly look: "differs" | "same";
}

/** One of two sides. */
interface Side {
  readonly parts: Parts;
  readonly otherParts: Parts;
  /** How a part is marked that the other side doesn't have. */
  readonly ifOnlyHere: "New" | "Disappears";
}

function marked({ parts, otherParts, ifOnlyHere }: Side, key: string): MarkedPart {
  const part = parts.get(key);
  const counterpart = otherParts.get(key);
  if (part?.compared === counterpart?.compared) return { content: html`${part?.markup}`, look: "same" };
  const word = counterpart === undefined ? ifOnlyHere : "Changes";
  return { content: html`<span class="mark">${word}</span> ${part?.markup}`, look: "differs" };
}

function hubSection({ groups, maintenances, incidents }: SketchedHub, side: Side): Markup {
  const name = marked(side, "name");
  const incidentCards = incidents?.map(incidentCard);
  const maintenanceCards = maintenances?.map(({ id }) => eventCard(marked(side, `maintenance ${id}`)));
  const groupCards = groups?.map((group) => groupCard(group, side));
  return html`<h4 class="${name.look}">${name.content}</h4>
${sectionOf("Open incidents", incidentCards)}
${sectionOf("Maintenance", maintenanceCards)}
${sectionOf("Services", groupCards)}`;
}

const eventCard = ({ content, look }: MarkedPart): Markup =>
  html`<article class="card event ${look}">${content}</article>`;

function groupCard({ id, services }: SketchedGroup, side: Side): Markup {
  const items = services.map((service) => marked(side, `service ${service.id}`));
  return html`<section class="card" aria-label="Group ${id}"><h5>Group <bdi>${id}</bdi></h5>
<ul class="list">${items.map(({ content, look }) => html`<li class="${look}">${content}</li>`)}</ul></section>`;
}

function sectionOf(title: string, cards: readonly Markup[] | undefined): Markup {
  if (cards === undefined)
    return html`<h5>${title}</h5><p class="quiet">This key can’t read all of them, so they aren’t drawn.</p>`;
  if (cards.length === 0) return html`<h5>${title}</h5><p class="quiet">None</p>`;
  return html`<h5>${title}</h5>${cards}`;
}

function serviceItem({ name, description }: SketchedService): Markup {
  const shown = description === "" ? undefined : html`<p class="quiet"><bdi>${description}</bdi></p>`;
  return html`<bdi>${name}</bdi>${shown}`;
}

const incidentCard = ({ title, type, startTime }: SketchedIncident): Markup => html`<article class="card event">
<div class="head"><h6><bdi>${title}</bdi></h6><p class="type"><bdi>${capitalized(type)}</bdi></p></div>
<p class="quiet">since ${inWords(startTime)}</p></article>`;

function maintenanceCard({ title, body, startTime, endTime, repeats, affected }: SketchedMaintenance): Markup {
  const repetition = repeats === "" ? undefined : html`, repeats <bdi>${repeats}</bdi>`;
  return html`<h6><bdi>${title}</bdi></h6>
<p class="quiet">${period(startTime, endTime)}${repetition}</p>
<ul class="affected" aria-label="Affected services">${affected.map(affectedItem)}</ul>
<div class="body">${richText(body)}</div>`;
}

const affectedItem = ({ name, status }: SketchedMaintenance["affected"][number]): Markup =>
  html`<li><bdi>${name}</bdi><span class="status ${status}"><bdi>${statusName(status)}</bdi></span></li>`;

/** A secret time isn't one. */
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

const inWords = (text: string): Markup => (isTime(text) ? timeOf(text) : html`<bdi>${text}</bdi>`);

const period = (from: string, to: string): Markup =>
  isTime(from) && isTime(to) ? periodOf(from, to) : html`${inWords(from)} to ${inWords(to)}`;
