import { writeFile } from "node:fs/promises";
import { readMessages } from "./docs/messages.ts";
import { explain, renderTroubleshooting, troubleshootingPath } from "./docs/troubleshooting.ts";

/**
 * Writes docs/troubleshooting.md anew, and prints the messages that no entry of tools/docs/troubleshooting explains. With
 * `--list` it prints all messages, with their files. A test fails while the page is out of date.
 */
const { messages } = readMessages();
const { unexplained, stale } = explain(messages);
const listed = process.argv.includes("--list") ? messages : unexplained;
for (const { file, text } of listed) console.log(`${file}: ${text}`);
for (const quote of stale) console.log(`No message has these words any more: ${quote}`);
await writeFile(troubleshootingPath, renderTroubleshooting(messages));
