import { expect, it } from "vitest";
import type { Declared } from "../../engine-model/program.ts";
import { watch } from "../preview/difference.ts";
import { previewOf, rehearse } from "../preview/rehearsal.ts";
import { declare, keys, maintenance, page, service, startPage } from "./page.ts";

/*
 * What a rehearsal reads of the live page, and what happens if it can't.
 */

const api = service("api");
const team = (services: unknown) =>
  declare("team", "Subscription", { method: "webhook", address: "https://hooks.example.com/x", services });

it.each([401, 500])("is no report if StatusHub returns %i once Pulumi has planned", async (status) => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up([page, api]);
  const asked = await stack.ask([page, { ...service("API 2"), name: "api" }]);
  emulator.faults.add({ operation: "listServices", status, times: Number.POSITIVE_INFINITY });
  await expect(previewOf(emulator, [asked])).rejects.toThrow(String(status));
});

/** On a page with subscriptions of this many visitors. */
async function withVisitors(visitors: number, before: readonly Declared[], after: readonly Declared[]) {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up(before);
  for (let visitor = 0; visitor < visitors; visitor++) {
    const body = { method_name: "email", address: `${visitor}@example.com`, services_selection: { all: true } };
    emulator.perform("createSubscription", { params: { subdomain: "acme" }, body });
  }
  const compare = watch(emulator);
  const asked = await stack.ask(after);
  emulator.clearRequests();
  const report = await previewOf(emulator, [asked]);
  const lists = emulator.requests.filter(({ operation }) => operation === "listSubscriptions").length;
  await stack.up(after);
  compare(report);
  return { lists, messages: report.hubs.flatMap(({ messages }) => messages.map(({ recipients }) => recipients)) };
}

it.each<[edit: string, before: readonly Declared[], after: readonly Declared[], lists: number, messages: object[]]>([
  ["a maintenance is announced", [page, api], [page, api, maintenance("work")], 3, [{ email: 250 }]],
  ["one changes", [page, api, team("all")], [page, api, team([{ ref: "api" }])], 3, []],
  ["neither", [page, api], [page, { ...service("API 2"), name: "api" }], 0, []],
])("reads each page of subscriptions at most once: %s", async (_, before, after, lists, messages) => {
  expect(await withVisitors(250, before, after)).toEqual({ lists, messages });
});

it("reads only the first page of a long list of subscriptions if one is declared and none changes", async () => {
  const renamed = { ...service("API 2"), name: "api" };
  expect(await withVisitors(3_100, [page, api, team("all")], [page, renamed, team("all")])).toEqual({
    lists: 1,
    messages: [],
  });
});

it("[SAY-1] finds in a long list what refuses a create, although the live pages begin elsewhere", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up([page]);
  for (let id = 1; id <= 3_050; id++)
    emulator.perform("createService", { params: { subdomain: "acme" }, body: { group_id: 1, name: `S${id}` } });
  emulator.softDelete("services", 1);
  emulator.assume({ "deleted-in-lists": "marked" });
  // It is on the second page of the list, and on the first one of those that are left.
  const report = await previewOf(emulator, [await stack.ask([page, service("S101")])]);
  expect(report.failures).toMatchObject([{ name: "S101", message: expect.stringContaining("Service 101 of the hub") }]);
});
