import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { DriftReport } from "../../../cli/drift/facts.ts";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { execute } from "../../engine/project.ts";
import { listening } from "../../provider/client/account.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/*
 * The scripts that workflows run beside the command: `docs/ci/slack.mjs` and `docs/ci/gitlab-note.mjs`.
 */

const clean: DriftReport = {
  version: 1,
  drift: false,
  stacks: ["prod"],
  counts: { overwritten: 0, different: 0, archived: 0, unmanaged: 0, signUps: 0 },
  hubs: [],
};

const record = { stack: "prod", kind: "Service", name: "api", id: "1", label: "API" } as const;
const properties = [
  { property: "name", live: "Public API", declared: "API" },
  { property: "description", live: "kept in the report", declared: null },
];

const hub = { hub: "acme", overwritten: [], interrupted: [], different: [], archived: [], unmanaged: [], signUps: 0 };

const drifted: DriftReport = {
  ...clean,
  drift: true,
  hubs: [
    {
      ...hub,
      overwritten: [
        { ...record, change: "changed", properties },
        { ...record, name: "R&D <internal>", id: "2", change: "deleted", properties: [] },
      ],
      different: [{ ...record, name: "web", id: "3", properties, action: "update" }],
      archived: [{ ...record, name: "shop", id: "4" }],
    },
  ],
};

/** An incoming webhook that responds with this status, and the messages that it received. */
async function createWebhook(status: number): Promise<{ url: string; messages: string[] }> {
  const messages: string[] = [];
  const server = createServer(async (request, response) => {
    messages.push(((await json(request)) as { text: string }).text);
    response.writeHead(status).end(status === 200 ? "ok" : "no_team");
  });
  const { port } = await listening(server);
  return { url: `http://127.0.0.1:${port}/services/T0/B0/secret`, messages };
}

async function post(report: DriftReport, env: Record<string, string>) {
  const cwd = await temporaryFolder({ "drift.json": JSON.stringify(report) });
  return execute(process.execPath, [join(repositoryRoot, "docs/ci/slack.mjs"), "drift.json"], { cwd, env });
}

test("Slack gets the records and properties that differ, but no values", async () => {
  const webhook = await createWebhook(200);

  await post(drifted, { SLACK_WEBHOOK_URL: webhook.url, REPORT_URL: "https://ci.example.com/7" });

  expect(webhook.messages).toEqual([
    `*Status page drift* in prod
• acme: Service api was changed manually (name, description)
• acme: Service R&amp;D &lt;internal&gt; was deleted manually
• acme: Service shop is archived
• acme: Service web differs from the program (next: update)
<https://ci.example.com/7|Full report>`,
  ]);
});

test("a long report is cut, with the number of omitted records", async () => {
  const webhook = await createWebhook(200);
  const overwritten = Array.from({ length: 25 }, (_, index) => ({
    ...record,
    name: `api-${index}`,
    change: "deleted" as const,
    properties: [],
  }));

  await post({ ...drifted, hubs: [{ ...hub, overwritten }] }, { SLACK_WEBHOOK_URL: webhook.url });

  const lines = webhook.messages.join("\n").split("\n");
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe("• ... and 5 more");
});

test("nothing is posted without drift", async () => {
  const webhook = await createWebhook(200);

  expect(await post(clean, { SLACK_WEBHOOK_URL: webhook.url })).toEqual({ code: 0, stdout: "", stderr: "" });

  expect(webhook.messages).toEqual([]);
});

test.each([
  ["a webhook that is not set", async () => "", "SLACK_WEBHOOK_URL is not set, or is not a URL."],
  ["one that is not a URL", async () => "hooks/secret", "SLACK_WEBHOOK_URL is not set, or is not a URL."],
  ["one that rejects", async () => (await createWebhook(404)).url, "Slack rejected the message (404): no_team"],
])("%s fails the job with the reason, and its URL stays secret", async (_, findUrl, reason) => {
  const { code, stderr } = await post(drifted, { SLACK_WEBHOOK_URL: await findUrl() });

  expect(code).toBe(1);
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain("/secret");
});

const marker = "<!-- status-page-preview: prod -->";

test("the note on a merge request is written once and edited later; notes of others aren't changed", async () => {
  const others = [
    { id: 1, author: { id: 7 }, body: `${marker}\nquoted by a person` },
    { id: 2, author: { id: 9 }, body: "Coverage: 98 %" },
  ];
  const notes = structuredClone(others);
  const server = createServer(async (request, response) => {
    const { method, url = "" } = request;
    const { body } = method === "GET" ? { body: "" } : ((await json(request)) as { body: string });
    if (method === "POST") notes.push({ id: 100, author: { id: 9 }, body });
    const edited = notes.find(({ id }) => method === "PUT" && url.endsWith(`/notes/${id}`));
    if (edited !== undefined) edited.body = body;
    response.end(JSON.stringify(url.endsWith("/user") ? { id: 9 } : notes));
  });
  const { port } = await listening(server);
  const report = join(await temporaryFolder(), "report.md");
  const env = {
    ...{ CI_API_V4_URL: `http://127.0.0.1:${port}`, CI_PROJECT_ID: "4" },
    ...{ CI_MERGE_REQUEST_IID: "5", NOTE_TOKEN: "token" },
  };
  for (const text of ["first", "second"]) {
    await writeFile(report, text);
    const script = join(repositoryRoot, "docs/ci/gitlab-note.mjs");
    expect(await execute(process.execPath, [script, marker, report], { env })).toMatchObject({ code: 0 });
    expect(notes).toEqual([...others, { id: 100, author: { id: 9 }, body: `${marker}\n${text}` }]);
  }
});
