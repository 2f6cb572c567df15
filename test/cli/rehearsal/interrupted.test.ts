import { expect, it } from "vitest";
import { watch } from "../preview/difference.ts";
import { previewOf, rehearse } from "../preview/rehearsal.ts";
import { declare, keys, maintenance, page, service, startPage, weekly } from "./page.ts";

/*
 * What an update does after one that failed half-way, or while a maintenance goes on.
 */

const api = service("api");
const team = declare("team", "Subscription", { method: "webhook", address: "https://example.com/x", services: "all" });

it("[SAY-1] doesn't take what a failed create has left for a manual change", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  const after = [page, api, team, maintenance("work", weekly)];
  await stack.up([page, api, team]);
  emulator.faults.add({ operation: "updateMaintenance", status: 403, times: 1 });
  await expect(stack.up(after)).rejects.toThrow("403");
  const compare = watch(emulator);
  const report = await previewOf(emulator, [await stack.ask(after)]);
  await stack.up(after);
  const message = { event: "published", recipients: { webhook: 1 } };
  expect(report.hubs).toMatchObject([{ page: [{ change: "appears" }], overwritten: [], messages: [message] }]);
  compare(report);
});

it("[SAY-1] names only the further messages that are still to come", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  const notifications = [
    { offsetInMin: -60, offsetType: "start" },
    { offsetInMin: 30, offsetType: "end" },
  ];
  const [, atEnd] = notifications;
  await stack.up([
    page,
    api,
    team,
    maintenance("single", { notifications }),
    maintenance("series", { ...weekly, notifications, title: "Weekly" }),
  ]);
  emulator.clock.set(Date.parse("2126-03-06T02:30:00Z"));
  const after = [
    page,
    api,
    team,
    maintenance("single", { notifications, title: "Single" }),
    maintenance("series", { ...weekly, notifications, title: "Each week" }),
  ];
  const report = await previewOf(emulator, [await stack.ask(after)]);
  await stack.up(after);
  const due = emulator.outbox("acme").filter(({ outcome }) => outcome === "scheduled");
  expect(due.filter(({ title }) => title === "Single")).toHaveLength(1);
  const told = report.hubs.flatMap(({ messages }) => messages.map(({ title, reminders }) => [title, reminders]));
  expect(Object.fromEntries(told)).toEqual({ Single: [atEnd], "Each week": notifications });
});

it("[SAY-1] names no further message that counts from something else than the start or the end, because none is sent", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  const [atStart, atOpening] = ["start", "opening"].map((offsetType) => ({ offsetInMin: -60, offsetType }));
  const after = [
    page,
    api,
    team,
    maintenance("both", { notifications: [atOpening, atStart], title: "Both" }),
    maintenance("one", { notifications: [atOpening], title: "One" }),
  ];
  await stack.up([page, api, team]);
  const report = await previewOf(emulator, [await stack.ask(after)]);
  await stack.up(after);
  const due = emulator.outbox("acme").filter(({ outcome }) => outcome === "scheduled");
  expect(due.map(({ title }) => title)).toEqual(["Both"]);
  const told = report.hubs.flatMap(({ messages }) => messages);
  expect(told.map(({ title, reminders }) => [title, reminders])).toEqual([
    ["Both", [atStart]],
    ["One", []],
  ]);
  for (const { guesses } of told) expect(guesses).toContain("repeat-values");
});
