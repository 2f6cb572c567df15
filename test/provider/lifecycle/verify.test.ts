import { expect, test } from "vitest";
import type { Account } from "../../../provider/client/account.ts";
import { Owners } from "../../../provider/lifecycle/owners.ts";
import { create } from "../../../provider/lifecycle/reconcile.ts";
import { verify } from "../../../provider/lifecycle/verify.ts";
import { definitionOf } from "../../../provider/pulumi.ts";
import type { Values } from "../../../provider/resources/define.ts";
import { reachAgain, reachEmulator } from "../client/account.ts";

const service = { hub: "acme", groupId: 1, name: "API" };

async function findings(account: Account, kind: string, { olds = {}, news }: { olds?: Values; news: Values }) {
  return verify(account, await definitionOf(kind), { olds, news, owners: new Owners(), definitionOf });
}

async function addService(account: Account, values: Values): Promise<string> {
  const wanted = { news: { ...service, ...values }, owners: new Owners() };
  return (await create(account, await definitionOf("Service"), wanted)).recordId;
}

test("PRE-2: a group that no service is in is a warning, where it is newly named", async () => {
  const { emulator, account } = await reachEmulator();
  await addService(account, {});
  const now = () => reachAgain(emulator);
  const moved = { ...service, groupId: 8 };

  expect(await findings(now(), "Service", { news: service })).toEqual([]);
  expect(await findings(now(), "Service", { olds: moved, news: moved })).toEqual([]);
  expect(await findings(now(), "Service", { olds: service, news: moved })).toEqual([
    {
      fails: false,
      line: expect.stringMatching(/^No Service of hub "acme" is in group 8, .* the control panel\.$/),
    },
  ]);
});

test("PRE-2: what a program named before is not looked for again", async () => {
  const { account } = await reachEmulator();
  const template = (...ids: string[]) => ({
    hub: "acme",
    title: "Down",
    serviceStatuses: ids.map((id) => ({ service: id, status: "down" })),
  });

  const change = { olds: template("71"), news: template("71", "72", "73") };
  expect((await findings(account, "IncidentTemplate", change)).map(({ line }) => line)).toEqual([
    expect.stringContaining("names Service 72, which does not exist there"),
    expect.stringContaining("names Service 73, which does not exist there"),
  ]);
});

test("PRE-2: a deleted service is reported as deleted, also one that is to be adopted", async () => {
  const { emulator, account } = await reachEmulator();
  const id = await addService(account, {});
  await fetch(`${emulator.url}/hubs/acme/services/${id}`, {
    method: "DELETE",
    headers: { "X-API-KEY": emulator.apiKey },
  });
  const template = { hub: "acme", title: "Down", serviceStatuses: [{ service: id, status: "down" }] };

  expect(await findings(reachAgain(emulator), "IncidentTemplate", { news: template })).toMatchObject([
    { fails: true, line: expect.stringContaining(`names Service ${id}, which is deleted`) },
  ]);
  expect(await findings(reachAgain(emulator), "Service", { news: { ...service, adopt: id } })).toContainEqual({
    fails: true,
    line: expect.stringContaining(`cannot adopt Service ${id}: it is deleted`),
  });
});

test("PRE-2: a hub that the same program renames is no reason to fail", async () => {
  const { account } = await reachEmulator();
  const news = { ...service, hub: "acme-status" };

  expect(await findings(account, "Service", { news })).toMatchObject([{ fails: true }]);
  const renamed = { olds: { subdomain: "acme" }, news: { subdomain: "acme-status" } };
  expect(await findings(account, "Hub", renamed)).toEqual([]);
  expect(await findings(account, "Service", { news })).toEqual([]);
});

test("PRE-2: where the API shows nothing, nothing is claimed", async () => {
  const connected = await reachEmulator();
  // Not shown: how the API refuses to show the services of a connected hub.
  connected.emulator.faults.add({ path: /\/services/, status: 404, times: 9 });
  const subscription = { hub: "acme-partners", method: "slack", address: "https://example.com/x", services: ["71"] };
  expect(await findings(connected.account, "Subscription", { news: subscription })).toEqual([]);

  const withoutLists = await reachEmulator({ documentedOnly: true });
  const identified = { ...service, groupId: 8, customId: "api" };
  expect(await findings(withoutLists.account, "Service", { news: identified })).toEqual([]);
});

test("PRE-2: a key that the API refuses is reported with what to do", async () => {
  const { emulator } = await reachEmulator();
  const stranger = reachAgain(emulator, { apiKey: "0123456789abcdef" });

  expect(await findings(stranger, "Service", { news: service })).toEqual([
    { fails: true, line: expect.stringMatching(/^Could not verify Service in hub "acme": .*401.* ending in cdef/) },
  ]);
});

test("PRE-2: a hundred resources cost no more requests than one", async () => {
  const { emulator, account } = await reachEmulator();
  const id = await addService(account, {});
  emulator.clearRequests();
  const once = reachAgain(emulator);
  for (let index = 0; index < 100; index++) {
    await findings(once, "Service", { news: { ...service, customId: `service-${index}` } });
    const statuses = [{ service: id, status: "down" }];
    await findings(once, "IncidentTemplate", { news: { hub: "acme", title: "Down", serviceStatuses: statuses } });
  }

  expect(emulator.requests.map(({ path }) => path)).toEqual([
    "/hubs/acme",
    "/hubs/acme/services",
    "/hubs/acme/services",
  ]);
});
