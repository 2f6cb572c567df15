import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Status } from "../events/service-effect.ts";
import { style } from "./style.ts";

/** Created by a template: each text in it is escaped, and each markup in it is kept. */
export type Markup = ReturnType<typeof html>;

interface PageParts {
  readonly title: string;
  /** Shown as the color of the page's icon; undefined for pages that aren't about a hub. */
  readonly status?: Status;
  readonly heading: Markup;
  readonly main: Markup;
  /** Whether the page updates itself. @default true */
  readonly isLive?: boolean;
}

/**
 * Runs in the visitor's browser: fetches the page every two seconds and replaces the parts that have changed, so that what a visitor
 * selects or reads elsewhere stays. A page in the background fetches nothing until it is shown, and after an error or an answer that
 * is no page, the next fetch tries again.
 *
 * - A group stays open or closed as the visitor has left it, but opens if the server opens it now and didn't before, because a service
 *   isn't up any more. An open group doesn't show who has opened it, so `hub-page.ts` marks those of the server: `data-opened-by-server`.
 * - The focus goes to the new element with the ID of the one that had it.
 * - A changed title says a changed status, so it is also written into `.live`, where screen readers read it out.
 */
const refreshScript = `
async function refresh() {
  if (document.hidden) return;
  const response = await fetch(location.href, { cache: "no-store" });
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!next.querySelector("main")) return;
  for (const group of document.querySelectorAll("details")) {
    const fresh = next.getElementById(group.id);
    if (!fresh) continue;
    const wasOpenedByServer = "openedByServer" in group.dataset;
    const opensNow = fresh.open && !wasOpenedByServer;
    fresh.toggleAttribute("open", group.open || opensNow);
  }
  const focused = document.activeElement?.id;
  for (const name of ["header", "main", "link[rel=icon]"]) {
    const part = document.querySelector(name);
    const fresh = next.querySelector(name);
    if (!part.isEqualNode(fresh)) part.replaceWith(fresh);
  }
  if (focused) document.getElementById(focused)?.focus();
  if (document.title !== next.title) {
    document.title = next.title;
    document.querySelector(".live").textContent = next.title;
  }
}
function keepFresh() {
  const again = () => setTimeout(keepFresh, 2000);
  refresh().then(again, again);
}
setTimeout(keepFresh, 2000);
document.addEventListener("visibilitychange", refresh);
`;

export const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Headers of every page. Only scripts and styles of this server run, allowed by their hashes; nothing is loaded from
 * other hosts, the page can't be framed, and data can't run as code or be sent elsewhere.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${hashOf(refreshScript)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

export function documentOf({ title, status, heading, main, isLive = true }: PageParts): string {
  const script = isLive ? html`<script>${raw(refreshScript)}</script>` : undefined;
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${icon(status)}">
<style>${raw(style)}</style>${script}`;
  const body = html`<a class="skip" href="#content">Skip to content</a>
<header>${heading}</header>
<main id="content">${main}</main>
<footer>An emulated status page on this machine. All times are in UTC.</footer>
<p class="live" role="status"></p>`;
  // A template returns a promise only if a part of it is one, and none is.
  return String(html`<!doctype html>
<html lang="en"><head>${head}</head>
<body>${body}</body></html>
`);
}

const iconColors: Readonly<Record<Status, string>> = {
  up: "#2e9e66",
  "degraded-performance": "#d99000",
  down: "#d43a2f",
};

function icon(status: Status | undefined): string {
  const color = status === undefined ? "#5a6270" : iconColors[status];
  const dot = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3.5" fill="${color}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(dot)}`;
}
