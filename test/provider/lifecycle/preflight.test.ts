import { describe, expect, test } from "vitest";
import { documentedOnly } from "../../../emulator/index.ts";
import type { Declared } from "../../../model/api/form.ts";
import type { Account } from "../../../provider/client/account.ts";
import { create } from "../../../provider/lifecycle/index.ts";
import { preflight } from "../../../provider/lifecycle/preflight.ts";
import { Owners } from "../../../provider/lifecycle/record/owners.ts";
import { definitionOf } from "../../../provider/provider.ts";
import { patching } from "../../model/kinds/patching.ts";
import { reachAgain, reachEmulator } from "../client/account.ts";

const service = { hub: "acme", groupId: 1, name: "API" };

async function findings(
  account: Account,
  kind: string,
  { previous = {}, declared }: { previous?: Declared; declared: Declared },
) {
  return preflight(account, definitionOf(kind), { previous, declared, owners: new Owners(), definitionOf });
}

async function addService(account: Account, values: Declared): Promise<string> {
  const wanted = { declared: { ...service, ...values }, owners: new Owners() };
  return (await create(account, definitionOf("Service"), wanted)).id;
}

test("PRE-2: a newly named group without services causes a warning", async () => {
  const { emulator, account } = await reachEmulator();
  await addService(account, {});
  const now = () => reachAgain(emulator);
  const moved = { ...service, groupId: 8 };

  expect(await findings(now(), "Service", { declared: service })).toEqual([]);
  expect(await findings(now(), "Service", { previous: moved, declared: moved })).toEqual([]);
  expect(await findings(now(), "Service", { previous: service, declared: moved })).toEqual([
    {
      fails: false,
      line: expect.stringMatching(
        /^No Service of hub "acme" is in group 8, .*, so find it with pulumi-statushub export acme --json \(group_id\)\. .* \[SH2011\]$/,
      ),
    },
  ]);
});

test("PRE-2: references that a program had before aren't checked again", async () => {
  const { account } = await reachEmulator();
  const template = (...ids: string[]) => ({
    hub: "acme",
    title: "Down",
    serviceStatuses: ids.map((id) => ({ service: id, status: "down" })),
  });

  const change = { previous: template("71"), declared: template("71", "72", "73") };
  expect((await findings(account, "IncidentTemplate", change)).map(({ line }) => line)).toEqual([
    expect.stringContaining("refers to Service 72, which doesn't exist there"),
    expect.stringContaining("refers to Service 73, which doesn't exist there"),
  ]);
});

test("PRE-2: a deleted service is reported as deleted, even if it is to be adopted", async () => {
  const { emulator, account } = await reachEmulator();
  const id = await addService(account, {});
  emulator.softDelete("services", Number(id));
  const template = { hub: "acme", title: "Down", serviceStatuses: [{ service: id, status: "down" }] };

  expect(await findings(reachAgain(emulator), "IncidentTemplate", { declared: template })).toMatchObject([
    { fails: true, line: expect.stringContaining(`refers to Service ${id}, which is deleted`) },
  ]);
  expect(await findings(reachAgain(emulator), "Service", { declared: { ...service, adopt: id } })).toContainEqual({
    fails: true,
    line: expect.stringContaining(`cannot adopt Service ${id}: it is deleted`),
  });
});

test("PRE-2: a deleted subscription may be adopted, because that restores it", async () => {
  const { emulator, account } = await reachEmulator();
  const sms = { hub: "acme", method: "sms", address: "+4915112345678", services: "all" };
  const { id } = await create(account, definitionOf("Subscription"), { declared: sms, owners: new Owners() });
  emulator.softDelete("subscriptions", Number(id));
  expect(await findings(reachAgain(emulator), "Subscription", { declared: { ...sms, adopt: id } })).toEqual([]);

  const email = { ...sms, method: "email", adopt: id };
  expect(await findings(reachAgain(emulator), "Subscription", { declared: email })).toMatchObject([
    { fails: true, line: expect.stringContaining("has a different method, which can't be changed") },
  ]);
});

test("PRE-2: what an adoption would overwrite is named, without its values", async () => {
  const { emulator, account } = await reachEmulator();
  const id = await addService(account, { name: "Payments", customId: "pay" });
  const names = { ...service, name: "Codename Falcon", customId: "pay" };
  for (const adopt of [id, true]) {
    expect(await findings(reachAgain(emulator), "Service", { declared: { ...names, adopt } })).toEqual([
      {
        fails: false,
        line: expect.stringMatching(/^Service \d+, which adopt names, has a different name; up will overwrite it/),
      },
    ]);
  }
  expect(await findings(account, "Service", { declared: { ...names, name: "Payments", adopt: id } })).toEqual([]);
});

test("PRE-2: a hub that the same program renames doesn't fail the preview", async () => {
  const { account } = await reachEmulator();
  const declared = { ...service, hub: "acme-status" };

  expect(await findings(account, "Service", { declared })).toMatchObject([{ fails: true }]);
  const renamed = { previous: { subdomain: "acme" }, declared: { subdomain: "acme-status" } };
  expect(await findings(account, "Hub", renamed)).toEqual([]);
  expect(await findings(account, "Service", { declared })).toEqual([]);
});

test("PRE-2: if the API shows nothing, nothing is claimed", async () => {
  const withoutLists = await reachEmulator({ assume: documentedOnly });
  const identified = { ...service, groupId: 8, customId: "api" };
  expect(await findings(withoutLists.account, "Service", { declared: identified })).toEqual([]);
});

test("a new Hub that would overwrite values of the hub causes a warning, in verify and in an up", async () => {
  const { emulator, account } = await reachEmulator();
  const hub = { subdomain: "acme", name: "Another" };
  const warning = expect.stringMatching(
    /^Hub 1 already exists with a different name; up will overwrite it\. .* use Hub\.find in one/,
  );
  expect(await findings(reachAgain(emulator), "Hub", { declared: hub })).toEqual([{ fails: false, line: warning }]);
  for (const [declared, expected] of [
    [hub, warning],
    // Unchanged, and without values that were empty.
    [hub, undefined],
    [{ ...hub, productUrl: "https://acme.example" }, undefined],
    [{ subdomain: "acme" }, undefined],
  ] as const) {
    const owners = new Owners();
    expect((await create(reachAgain(emulator), definitionOf("Hub"), { declared, owners })).warning).toEqual(expected);
  }
  expect(await findings(account, "Hub", { declared: { subdomain: "acme" } })).toEqual([]);
});

describe("PRE-2: on a connected hub", () => {
  const hub = "acme-partners";
  const subscription = { hub, method: "slack", address: "https://example.com/x" };

  test.each([
    ["Service", { ...service, hub }],
    ["Service", { ...service, hub, customId: "api" }],
    ["Service", { ...service, hub, adopt: "1" }],
    ["Maintenance", { ...patching, hub }],
  ])("a %s fails, as an up would: %j", async (kind, declared) => {
    const { emulator, account } = await reachEmulator();
    await addService(account, {});
    expect(await findings(reachAgain(emulator), kind, { declared })).toEqual([
      {
        fails: true,
        line: expect.stringMatching(`"${hub}" is a connected hub, and each ${kind} belongs to a primary`),
      },
    ]);
    await expect(create(account, definitionOf(kind), { declared, owners: new Owners() })).rejects.toThrow(
      /is a connected hub/,
    );
  });

  test("references are checked in its primary hub; whether it shares them isn't known", async () => {
    const { emulator, account } = await reachEmulator();
    const id = await addService(account, {});
    const declared = { ...subscription, services: [id, "71"] };
    expect(await findings(reachAgain(emulator), "Subscription", { declared })).toEqual([
      {
        fails: false,
        line: expect.stringMatching(
          `refers to Service ${id} of the primary hub "acme"\\. The API does not show whether`,
        ),
      },
      {
        fails: true,
        line: expect.stringMatching(/refers to Service 71, which doesn't exist there.* its primary hub "acme"/),
      },
    ]);
  });

  test("nothing is claimed if the key can't see the primary hub, or the API doesn't show its services", async () => {
    const hidden = await reachEmulator();
    hidden.emulator.faults.add({ path: /^\/hubs$/, status: 200, body: { data: [], page_count: 1 }, times: 9 });
    const rejected = await reachEmulator();
    rejected.emulator.faults.add({ path: /^\/hubs\/acme\/services/, status: 422, times: 9 });
    for (const { account } of [hidden, rejected]) {
      expect(await findings(account, "Subscription", { declared: { ...subscription, services: ["71"] } })).toEqual([]);
    }
  });
});

test("PRE-2: a key that the API rejects is reported with what to do", async () => {
  const { emulator } = await reachEmulator();
  const stranger = reachAgain(emulator, { apiKey: "0123456789abcdef" });

  expect(await findings(stranger, "Service", { declared: service })).toEqual([
    { fails: true, line: expect.stringMatching(/^Could not verify Service in hub "acme": .*401.* ending in cdef/) },
  ]);
});

test("PRE-2: a hundred resources cost no more requests than one", async () => {
  const { emulator, account } = await reachEmulator();
  const id = await addService(account, {});
  emulator.clearRequests();
  const once = reachAgain(emulator);
  for (let index = 0; index < 100; index++) {
    await findings(once, "Service", { declared: { ...service, customId: `service-${index}` } });
    const statuses = [{ service: id, status: "down" }];
    await findings(once, "IncidentTemplate", { declared: { hub: "acme", title: "Down", serviceStatuses: statuses } });
  }

  expect(emulator.requests.map(({ path }) => path)).toEqual([
    "/hubs/acme",
    "/hubs/acme/services",
    "/hubs/acme/services",
  ]);
});
