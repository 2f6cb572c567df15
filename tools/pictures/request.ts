import type { Emulator } from "../../emulator/index.ts";

/** Stands in a page for a change that somebody makes in the control panel. */
export const requestComment = /<!-- request: ([A-Z]+) (\S+)(.*?) -->/s;

/** Sends the request in a comment of a page. Paths that begin with `/_emulator` control the emulator. */
export async function sendRequest(comment: string, { url, apiKey }: Pick<Emulator, "url" | "apiKey">): Promise<void> {
  const [, method = "", path = "", body] = requestComment.exec(comment) ?? [];
  const address = path.startsWith("/_emulator") ? new URL(path, url) : `${url}${path}`;
  const headers = { "X-API-KEY": apiKey, "Content-Type": "application/json" };
  const response = await fetch(address, { method, headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${await response.text()}`);
}
