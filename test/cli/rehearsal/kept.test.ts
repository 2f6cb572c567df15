import { expect, it } from "vitest";
import { previewInWords } from "../../../cli/preview/words.ts";
import { renderText } from "../../../cli/report/render.ts";
import type { Declared } from "../../engine-model/program.ts";
import { watch, watchFailing } from "../preview/difference.ts";
import { previewOf, rehearse } from "../preview/rehearsal.ts";
import { keys, maintenance, page, service, startPage, weekly } from "./page.ts";

/*
 * What stays, and what Pulumi makes of a protection, as seen in its engine 3.276.
 */

const api = service("api");
const guarded: Declared = { ...maintenance("work", weekly), protect: true };
const later = maintenance("work", {
  ...weekly,
  startTime: "2126-03-07T02:00:00Z",
  endTime: "2126-03-07T03:00:00Z",
});

async function update(before: readonly Declared[], after: readonly Declared[]) {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up(before);
  const expectExactly = watch(emulator);
  const expectAtMost = watchFailing(emulator);
  const report = await previewOf(emulator, [await stack.ask(after)]);
  emulator.clearRequests();
  const failure = await stack.up(after).catch((error: Error) => error.message);
  const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
  return { report, failure, writes, expectExactly, expectAtMost };
}

it("[SAY-1] deletes what else has left the program beside what is protected, although the update then fails", async () => {
  const before = [page, api, { ...service("web"), protect: true }, service("old")];
  const { report, failure, writes, expectExactly } = await update(before, [page, api]);
  expect(failure).toContain("protected");
  expect(report).toMatchObject({ fails: true, failures: [{ name: "web", certain: true }], undone: [], writes });
  expect(writes).toBe(1);
  expectExactly(report);
});

it("[SAY-1] names what isn't deleted because something protected needs it", async () => {
  const needed = service("needed");
  const work = maintenance("work", { serviceStatuses: [{ service: { ref: "needed" }, status: "down" }] });
  const before = [page, needed, { ...work, protect: true }, service("old")];
  const { report, failure, writes, expectExactly } = await update(before, [page]);
  expect(failure).toContain("protected");
  expect(report).toMatchObject({ failures: [{ name: "work" }], undone: [{ name: "needed", label: "needed" }], writes });
  expect(writes).toBe(1);
  expectExactly(report);
});

it("[SAY-1] replaces what the same update no longer protects", async () => {
  const { report, failure, writes, expectExactly } = await update([page, api, guarded], [page, api, later]);
  expect(failure).toBeUndefined();
  expect(report).toMatchObject({ fails: false, failures: [], writes });
  expectExactly(report);
});

it("[SAY-1] makes no new record in place of what stays protected", async () => {
  const { report, failure, writes, expectAtMost } = await update(
    [page, api, guarded],
    [page, api, { ...later, protect: true }],
  );
  expect(failure).toContain("protected");
  expect(report).toMatchObject({ fails: true, failures: [{ name: "work", certain: true }], hubs: [], writes: 0 });
  expect(writes).toBe(0);
  expectAtMost(report);
});

it("says how long writes take only if there are some", async () => {
  const { report } = await update([page, api], [api]);
  expect(renderText(previewInWords(report))).toMatch(/\n\nVisitors will see no change\. Nothing is written\.\n$/);
});

it("[SAY-1] names a maintenance that becomes a draft as visitors know it", async () => {
  const draft = maintenance("work", { title: "Moving", state: "draft" });
  const { report, expectExactly } = await update([page, api, maintenance("work")], [page, api, draft]);
  expect(report).toMatchObject({ hubs: [{ page: [{ label: "Patching", change: "disappears" }] }] });
  expectExactly(report);
});

it("[SAY-1] names the date of a draft series that the team has published by itself", async () => {
  const draft = { ...weekly, state: "draft" };
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up([page, api, maintenance("work", draft)]);
  emulator.edit("maintenances", 2, { state: "published" });
  const after = [page, api, maintenance("work", { ...draft, title: "Moving" })];

  const report = await previewOf(emulator, [await stack.ask(after)]);

  await stack.up(after);
  const published = emulator.records("maintenances").filter(({ state }) => state === "published");
  expect(published).toMatchObject([{ id: 2, title: "Moving" }]);
  expect(report).toMatchObject({ hubs: [{ page: [{ change: "renamed", before: "Patching", after: "Moving" }] }] });
});
