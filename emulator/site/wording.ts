import { html } from "hono/html";
import type { Status } from "../events/service-effect.ts";
import type { Markup } from "./document.ts";

const statusNames: ReadonlyMap<string, string> = new Map<Status, string>([
  ["up", "Up"],
  ["degraded-performance", "Degraded performance"],
  ["down", "Down"],
]);

export const statusName = (status: string): string => statusNames.get(status) ?? status;

export function summaryOf(services: readonly { readonly status: Status }[]): string {
  const count = (status: Status) => services.filter((service) => service.status === status).length;
  const down = count("down");
  const degraded = count("degraded-performance");
  if (services.length === 0) return "There are no services yet";
  if (down > 0) return `${plural(down, "service")} ${down === 1 ? "is" : "are"} down`;
  if (degraded > 0) return `${plural(degraded, "service")} ${degraded === 1 ? "has" : "have"} degraded performance`;
  return "All services are up";
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Formats a share from 0 to 1 as `99.98 %`. Only a share of exactly 1 is shown as 100 %. */
export const percent = (share: number): string =>
  `${share === 1 ? "100" : (Math.floor(share * 10_000) / 100).toFixed(2)}\u00a0%`;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats a day as `21 Nov 2026`, in UTC. */
export const day = (time: number): string => dayFormat.format(time);

/** Formats a time as `21 Nov 2026, 14:03 UTC`, with a machine-readable copy. */
export const timeOf = (text: string): Markup => timed(text, `${day(Date.parse(text))}, ${clockTime(text)}\u00a0UTC`);

/** Formats a period. The end only has a day if it is on another day than the start. */
export function periodOf(from: string, to: string): Markup {
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  const start = timed(from, `${day(Date.parse(from))}, ${clockTime(from)}`);
  const end = isSameDay ? timed(to, `${clockTime(to)}\u00a0UTC`) : timeOf(to);
  return html`${start} to ${end}`;
}

const timed = (text: string, words: string): Markup => html`<time datetime="${text}">${words}</time>`;

const clockTime = (text: string): string => text.slice(11, 16);

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
