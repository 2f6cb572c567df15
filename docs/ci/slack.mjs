// Posts a drift report to Slack, and nothing if the page is as declared:
//
//     npx pulumi-statushub drift --json > drift.json
//     node slack.mjs drift.json
//
// Set SLACK_WEBHOOK_URL to the URL of an incoming webhook. REPORT_URL, if set, is linked.
import { readFileSync } from "node:fs";
import { argv, env } from "node:process";

const longest = 20;
const report = JSON.parse(readFileSync(argv[2], "utf8"));
if (report.drift) await post(messageOf(report));

/** Names the records and their properties. Values stay in the report: a channel has more readers than a pipeline. */
function messageOf({ stacks, hubs }) {
  const lines = hubs.flatMap(({ hub, overwritten, archived = [], different }) => [
    ...overwritten.map((record) => `${hub}: ${nameOf(record)} was ${record.change} manually${propertiesOf(record)}`),
    ...archived.map((record) => `${hub}: ${nameOf(record)} is archived`),
    ...different.map((record) => `${hub}: ${nameOf(record)} differs from the program (next: ${record.action})`),
  ]);
  const more = lines.length > longest ? [`... and ${lines.length - longest} more`] : [];
  const link = env.REPORT_URL ? [`<${env.REPORT_URL}|Full report>`] : [];
  const shown = [...lines.slice(0, longest), ...more].map((line) => `• ${escaped(line)}`);
  return [`*Status page drift* in ${escaped(stacks.join(", "))}`, ...shown, ...link].join("\n");
}

function nameOf({ kind, name }) {
  return `${kind} ${name}`;
}

function propertiesOf({ properties }) {
  return properties.length > 0 ? ` (${properties.map(({ property }) => property).join(", ")})` : "";
}

/** Slack reads these three characters as markup. */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function post(text) {
  // Checked here, because the error of fetch would print the URL, which is a secret.
  if (!URL.canParse(env.SLACK_WEBHOOK_URL ?? "")) throw new Error("SLACK_WEBHOOK_URL is not set, or is not a URL.");
  const response = await fetch(env.SLACK_WEBHOOK_URL, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`Slack rejected the message (${response.status}): ${await response.text()}`);
}
