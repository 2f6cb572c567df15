import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

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
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const report = join(await temporaryFolder(), "report.md");
  const env = {
    ...{ CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, CI_PROJECT_ID: "4" },
    ...{ CI_MERGE_REQUEST_IID: "5", NOTE_TOKEN: "token" },
  };
  for (const text of ["first", "second"]) {
    await writeFile(report, text);
    const script = join(repositoryRoot, "docs/ci/gitlab-note.mjs");
    await promisify(execFile)(process.execPath, [script, marker, report], { env });
    expect(notes).toEqual([...others, { id: 100, author: { id: 9 }, body: `${marker}\n${text}` }]);
  }
});
