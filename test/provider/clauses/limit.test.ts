import { expect, it } from "vitest";
import type { Operation } from "../../../api/operation.ts";
import { operations } from "../../../api/operations.ts";
import { type Account, connect } from "../../../provider/client/account.ts";
import type { CallOptions } from "../../../provider/client/client.ts";
import { isLimitExhausted } from "../../../provider/client/errors.ts";
import { reachAgain, reachEmulator } from "../client/account.ts";
import { createRecordingClock } from "../client/recording-clock.ts";

const ids = { subdomain: "acme", service_id: "1", incident_template_id: "1", maintenance_template_id: "1" };
const perform =
  ({ client }: Account) =>
  ([operation, body]: readonly [Operation, CallOptions["body"]?]) =>
    client.perform(operation, ids, body && { body });

const name = { name: "API" };
const title = { title: "Down" };
const writes = [
  [operations.createService, { ...name, group_id: 1 }],
  [operations.updateService, name],
  [operations.updateHub, name],
  [operations.createIncidentTemplate, title],
  [operations.createMaintenanceTemplate, title],
  [operations.deleteService],
] as const;
const reads = [
  [operations.listHubs],
  [operations.getHub],
  [operations.listServices],
  [operations.getService],
  [operations.listIncidentTemplates],
  [operations.getIncidentTemplate],
  [operations.listMaintenanceTemplates],
  [operations.getMaintenanceTemplate],
] as const;

it("[LIM-05] [LIM-02] five writes leave at once whatever they are, and a sixth of any kind waits", async () => {
  const clock = createRecordingClock();
  const { emulator, account } = await reachEmulator({}, { clock });
  for (const write of writes.slice(0, 5)) await perform(account)(write);
  expect(clock.waits).toEqual([]);

  await perform(account)([operations.deleteService]);
  expect(clock.waits).toHaveLength(1);
  expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

it("[LIM-05] [LIM-01] thirty reads leave at once whatever they are, and one more of any kind waits", async () => {
  const clock = createRecordingClock();
  const { emulator, account } = await reachEmulator({}, { clock });
  const other = reachAgain(emulator);
  for (const write of writes.slice(0, 5)) await perform(other)(write);
  for (let sent = 0; sent < 30; sent += 1) await perform(account)(reads[sent % reads.length] ?? reads[0]);
  expect(clock.waits).toEqual([]);

  await perform(account)(reads[3]);
  expect(clock.waits).toHaveLength(1);
});

it("[LIM-04] each key has its own account with its own budget, which all resources with that key share", async () => {
  const connection = (apiKey: string) => (key: string) =>
    ({ "statushub:apiKey": apiKey, "statushub:account": "acme" })[key];
  const account = connect(connection("key-of-limit-test-1"));
  expect(connect(connection("key-of-limit-test-1"))).toBe(account);
  expect(connect(connection("key-of-limit-test-2"))).not.toBe(account);

  const clock = createRecordingClock();
  const keys = ["first-key", "second-key"].map((key) => ({ key, role: "admin", owner: "a@acme.io" }) as const);
  const preset = { hubs: [{ subdomain: "acme", name: "Acme", groups: ["API"] }], keys };
  const { emulator, account: one } = await reachEmulator({ preset }, { clock, apiKey: "first-key" });
  const another = reachAgain(emulator, { clock, apiKey: "second-key" });
  for (const each of [one, another]) {
    for (let sent = 0; sent < 5; sent += 1) await perform(each)(writes[0]);
  }
  expect(clock.waits).toEqual([]);
  await perform(one)(writes[0]);
  expect(clock.waits).toHaveLength(1);
});

it("[ERR-01] [ERR-02] [ERR-03] a 429 that does not end is an error in the API's words, and knows how long to wait", async () => {
  const { emulator, account } = await reachEmulator({ limits: "real" }, { patience: { failing: 0, refused: 3000 } });
  emulator.setOtherClient({ reads: 30 });
  const failure = await account.client.perform(operations.getHub, ids).catch((error: unknown) => error);

  expect(failure).toSatisfy(isLimitExhausted);
  expect(failure).toMatchObject({
    cause: { status: 429, retryAfter: 1000, words: "Too many requests - please retry later" },
  });
  expect(emulator.requests.length).toBeGreaterThan(1);
});
