import { html } from "hono/html";
import type { Effect } from "../events/effect.ts";
import { type Status, worst } from "../events/status.ts";
import { dayLength, type Period, startOfDay, uptime } from "../events/uptime.ts";
import type { Markup } from "./document.ts";
import { day, percent, plural } from "./wording.ts";

export const barCount = 90;

export interface Bar {
  /** Days since the start of the period. */
  readonly index: number;
  readonly start: number;
  readonly status: Status;
  readonly uptime: number;
}

/**
 * Returns the last 90 days (UTC) including today, up to the last full minute, so that the page doesn't change within a
 * minute.
 */
export const barPeriod = (now: number): Period => ({
  from: startOfDay(now) - (barCount - 1) * dayLength,
  to: Math.max(Math.floor(now / 60_000) * 60_000, startOfDay(now) + 1),
});

/** Returns the days of a period on which something was worse than up, each with its worst status. */
export function barsOf(effects: readonly Effect[], period: Period): readonly Bar[] {
  if (effects.length === 0) return [];
  return Array.from({ length: barCount }, (_, index): Bar => {
    const start = period.from + index * dayLength;
    const part = { from: start, to: Math.min(start + dayLength, period.to) };
    const touching = effects.filter(({ from, to }) => from < part.to && to > part.from);
    return { index, start, status: worst(touching.map(({ status }) => status)), uptime: uptime(touching, part) };
  }).filter(({ status }) => status !== "up");
}

const barPath = (index: number, width = 0.67): string => `M${index} 0h${width}v10h-${width}z`;

/** The bars of days that were fully up, drawn once and referenced by every service to keep large pages small. */
export const barShapes: Markup = html`<svg class="shapes" aria-hidden="true"><path id="days" d="${Array.from(
  { length: barCount },
  (_, index) => barPath(index),
).join("")}"/></svg>`;

/** Draws one bar per day. The label says the same in words. */
export const uptimeBars = (bars: readonly Bar[]): Markup =>
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
