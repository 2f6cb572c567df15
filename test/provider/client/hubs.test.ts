import { describe, expect, test } from "vitest";
import { HubNotVisibleError, OtherHubError } from "../../../provider/client/hubs.ts";
import { apiError } from "../../../provider/client/outcomes.ts";
import { reachAgain, reachEmulator } from "./account.ts";

const lookups = (requests: readonly { method: string; path: string }[]) =>
  requests.map(({ method, path }) => `${method} ${path}`);

test("a failed lookup isn't cached", async () => {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ status: 503, times: 6 });

  await expect(account.hubs.resolve({ subdomain: "acme" })).rejects.toThrow("503");

  expect(await account.hubs.resolve({ subdomain: "acme" })).toMatchObject({ id: "1", subdomain: "acme" });
});

test("a hub renamed in the control panel is found by its ID, on every page of the primary hubs and then of the connected ones", async () => {
  const hubs = Array.from({ length: 101 }, (_, index) => ({ subdomain: `hub-${index}`, name: `Hub ${index}` }));
  const partners = { subdomain: "partners", name: "Partners", parent: "hub-0" };
  const { emulator, account } = await reachEmulator({ preset: { hubs: [...hubs, partners] } });
  emulator.edit("hubs", 102, { subdomain: "friends" });

  const found = await account.hubs.resolve({ subdomain: "partners", id: "102" });
  expect(found, "[HUB-25]").toMatchObject({ id: "102", subdomain: "friends" });
  const lists = emulator.requests.filter(({ path }) => path === "/hubs");
  const pages = lists.map(({ query: { type, page, per_page } }) => [type, page, per_page]);
  expect(pages, "[HUB-13] [HUB-14]").toEqual([
    ["primary", "1", "100"],
    ["primary", "2", "100"],
    ["connected", "1", "100"],
  ]);
});

test("all records of a renamed hub share one search for it", async () => {
  const { emulator, account } = await reachEmulator();
  emulator.edit("hubs", 1, { subdomain: "acme-inc" });
  const resolve = () => account.hubs.resolve({ subdomain: "acme", id: "1" });

  await Promise.all([resolve(), resolve(), resolve()]);
  await resolve();

  expect(lookups(emulator.requests)).toEqual(["GET /hubs/acme", "GET /hubs", "GET /hubs/acme-inc"]);
});

describe("IDN-8: a subdomain that now belongs to another hub than in the state", () => {
  const hubs = ["acme", "beta", "third"].map((subdomain) => ({ subdomain, name: subdomain }));

  /** Hub 1 is renamed, and hub 2 takes its name. */
  async function reachRenamed(subdomain: string) {
    const reached = await reachEmulator({ preset: { hubs } });
    const resolve = () => reached.account.hubs.resolve({ subdomain: "acme", id: "1" });
    reached.emulator.edit("hubs", 1, { subdomain: "in-between" });
    reached.emulator.edit("hubs", 2, { subdomain: "acme" });
    reached.emulator.edit("hubs", 1, { subdomain });
    return { ...reached, resolve };
  }

  test.each(["acme-inc", "beta"])("was reassigned: the hub is found by its ID as %s", async (subdomain) => {
    const { emulator, account, resolve } = await reachRenamed(subdomain);

    expect(await resolve()).toMatchObject({ id: "1", subdomain });
    expect(lookups(emulator.requests)).toEqual(["GET /hubs/acme", "GET /hubs", `GET /hubs/${subdomain}`]);
    expect(await account.hubs.resolve({ subdomain: "beta", id: "2" })).toMatchObject({ id: "2", subdomain: "acme" });
  });

  const shows = (...data: object[]) => ({ status: 200, body: { data } });

  test.each([
    ["doesn't show the hub", shows()],
    ["shows the hub under the name of the other one", shows({ id: 1, subdomain: "acme" })],
    ["gives it the name of a third hub", shows({ id: 1, subdomain: "third" })],
    ["gives it a name that belongs to no hub", shows({ id: 1, subdomain: "nowhere" })],
    ["gives it no name", shows({ id: 1 })],
    ["gives it a name that isn't text", shows({ id: 1, subdomain: { a: 1 } })],
    ["can't be read", { status: 403 }],
    ["doesn't exist", { status: 405 }],
  ])("is an error if the list %s, before anything is written", async (_, list) => {
    const { emulator, account, resolve } = await reachRenamed("acme-inc");
    emulator.edit("hubs", 1, { subdomain: "hidden" });
    await account.hubs.find("hidden");
    emulator.faults.add({ operation: "listHubs", ...list, times: 10 });

    const failure = resolve();

    await expect(failure).rejects.toThrow(OtherHubError);
    await expect(failure).rejects.toThrow('"acme" is hub 2, but in the state it is hub 1, and this key (the one');
    emulator.faults.clear();
    expect(await resolve(), "and is not remembered").toMatchObject({ id: "1", subdomain: "hidden" });
  });
});

test("hubs are listed once each, even by a server that ignores the filter by type", async () => {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ operation: "listHubs", status: 200, body: { data: [{ id: 1 }, { id: "2" }] }, times: 2 });

  expect((await account.hubs.list()).map(({ id }) => id)).toEqual([1, 2]);
});

test.each([
  ["that doesn't exist", { subdomain: "nowhere" }],
  ["that no longer exists", { subdomain: "nowhere", id: "77" }],
  ["on which the key has no role", { subdomain: "acme" }, { apiKey: "emulator-none-key" }],
  ["with a 403, which means the same as a 404", { subdomain: "acme" }, {}, 403],
  ["with a 404, although the list shows it", { subdomain: "acme", id: "1" }, {}, 404],
])("a hub %s isn't visible, and the error names the key", async (_, wanted, key = {}, status = 200) => {
  const { emulator } = await reachEmulator();
  if (status !== 200) emulator.faults.add({ operation: "getHub", status });
  const failure = reachAgain(emulator, key).hubs.resolve(wanted);

  await expect(failure).rejects.toThrow(HubNotVisibleError);
  await expect(failure).rejects.toThrow(`"${wanted.subdomain}" is not visible with this key (the one ending in -key`);
});

test("a 404 under one name doesn't hide the hub from who asks for it under another at the same time", async () => {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ operation: "getHub", status: 404, times: 2 });

  const asListed = account.hubs.resolve({ subdomain: "acme", id: "1" });
  const renamed = account.hubs.resolve({ subdomain: "old", id: "1" });

  await expect(asListed).rejects.toThrow(HubNotVisibleError);
  expect(await renamed).toMatchObject({ id: "1", subdomain: "acme" });
});

test("that a hub isn't visible is not remembered", async () => {
  const { emulator, account } = await reachEmulator();
  const resolve = () => account.hubs.resolve({ subdomain: "acme-inc" });
  await expect(resolve()).rejects.toThrow(HubNotVisibleError);
  emulator.edit("hubs", 1, { subdomain: "acme-inc" });

  expect(await resolve()).toMatchObject({ id: "1", subdomain: "acme-inc" });
});

test.each([
  [{ subdomain: "acme-inc" }, 2],
  [{ id: 1 }, 2],
  [{}, 2],
  [{ id: 1, subdomain: "acme-inc" }, 1],
])("after our own rename the hub is read again only if the response doesn't have both: %o", async (response, reads) => {
  const { emulator, account } = await reachEmulator();
  await account.hubs.find("acme");
  emulator.edit("hubs", 1, { subdomain: "acme-inc" });

  account.hubs.keep(response, "acme");

  const renamed = { id: "1", subdomain: "acme-inc" };
  expect(await account.hubs.resolve(renamed)).toMatchObject(renamed);
  expect(lookups(emulator.requests)).toEqual(["GET /hubs/acme", "GET /hubs/acme-inc"].slice(0, reads));
});

test("after a 404 the hub is looked up again, once for all callers, and requests go to its new name", async () => {
  const { emulator, account } = await reachEmulator();
  const hub = await account.hubs.resolve({ subdomain: "acme" });
  const missing = apiError({ status: 404, method: "GET", path: "/hubs/acme/services/1", serverMessage: "none" });
  const sent: string[] = [];
  const send = async (subdomain: string) => {
    sent.push(subdomain);
    if (subdomain === "acme") throw missing;
    return subdomain;
  };

  await expect(Promise.all([1, 2, 3].map(() => account.hubs.reach(hub, send)))).rejects.toBe(missing);
  expect(lookups(emulator.requests)).toEqual(["GET /hubs/acme", "GET /hubs/acme"]);

  emulator.edit("hubs", 1, { subdomain: "acme-inc" });
  expect(await account.hubs.reach(hub, send)).toBe("acme-inc");
  expect(sent).toEqual(["acme", "acme", "acme", "acme", "acme-inc"]);

  emulator.remove("hubs", 1);
  await expect(account.hubs.reach(hub, send)).rejects.toThrow(HubNotVisibleError);
});
