import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import type { Values } from "../../../provider/resources/define.ts";
import { hub } from "../../../provider/resources/hub.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { reachEmulator } from "../client/account.ts";
import { type Scene, type State, startScene } from "../lifecycle/scene.ts";

/** A hub is in no hub. */
const acme = { hub: undefined, subdomain: "acme" };

/** Somebody else changes hub acme, and a refresh finds it. */
async function changedByHand(scene: Scene, made: State, body: Values): Promise<Values> {
  expect((await apiOf(scene.emulator).put("/hubs/acme", body)).status).toBe(200);
  return (await scene.refresh(made)).outputs;
}

describe("the record of a hub", () => {
  it("[HUB-01] [HUB-20] [HUB-21] is found by its subdomain, and known by its id", async () => {
    const scene = await startScene(hub);
    const made = await scene.create(acme);

    expect(made.id).toBe("1");
    expect(scene.emulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /hubs/acme"]);
    expect(await scene.refresh(made)).toEqual(made);
  });

  it.each([
    ["[HUB-02] name", { name: "Acme status" }, { name: "Acme status" }, { name: "By hand" }, { name: "By hand" }],
    [
      "[HUB-10] productUrl",
      { productUrl: "https://acme.example.com" },
      { product_url: "https://acme.example.com" },
      { product_url: "https://example.com" },
      { productUrl: "https://example.com" },
    ],
    [
      "[HUB-10] [HUB-23] productUrl null",
      { productUrl: null },
      { product_url: null },
      { product_url: "https://example.com" },
      { productUrl: "https://example.com" },
    ],
  ])("%s is sent alone, read, and put back", async (_, values, sent, byHand, found) => {
    const scene = await startScene(hub);
    await apiOf(scene.emulator).put("/hubs/acme", { product_url: "https://before.example.com" });
    scene.takeWrites();
    const made = await scene.create({ ...acme, ...values });
    expect(scene.takeWrites()).toEqual([{ call: "PUT /hubs/acme", body: sent }]);
    expect(made.outputs).toMatchObject(values);

    const drifted = { id: made.id, outputs: await changedByHand(scene, made, byHand) };
    expect(drifted.outputs).toMatchObject(found);
    scene.takeWrites();
    await scene.update(drifted, { ...acme, ...values });
    expect(scene.takeWrites()).toEqual([{ call: "PUT /hubs/acme", body: sent }]);
    expect((await scene.refresh(made)).outputs).toMatchObject(values);
  });

  it("[HUB-21] [HUB-22] takes all of its attributes in one PUT, and keeps those that are not sent", async () => {
    const scene = await startScene(hub);
    const declared = { ...acme, name: "Acme status", productUrl: "https://acme.example.com" };
    const made = await scene.create(declared);
    scene.takeWrites();
    const renamed = await scene.update(made, { ...declared, name: "Acme" });
    expect(scene.takeWrites()).toEqual([{ call: "PUT /hubs/acme", body: { name: "Acme" } }]);
    expect((await scene.refresh(renamed)).outputs).toMatchObject({ productUrl: "https://acme.example.com" });

    await scene.update(renamed, { ...declared, subdomain: "acme-inc", name: "Inc", productUrl: null });
    expect(scene.takeWrites()).toEqual([
      { call: "PUT /hubs/acme", body: { subdomain: "acme-inc", name: "Inc", product_url: null } },
    ]);
  });
});

describe("the subdomain", () => {
  it("[HUB-03] [HUB-25] of the same hub may change, and its new one is where it is from then on", async () => {
    const scene = await startScene(hub);
    const made = await scene.create(acme);
    const news = { ...acme, subdomain: "acme-inc" };
    const renamed = await scene.update(made, news);
    expect(renamed).toMatchObject({ id: "1", outputs: { subdomain: "acme-inc" } });

    scene.takeWrites();
    expect(await scene.refresh(renamed)).toEqual(renamed);
    expect(scene.emulator.requests.map(({ path }) => path)).toEqual(["/hubs/acme-inc"]);
  });

  it.each(["ac", "acme_2-x", "0a", "a--b"])("[HUB-03] may be %j", (subdomain) => {
    expect(check(hub, { subdomain })).toEqual([]);
  });

  it.each(["", "a", "Acme", "-acme", "acme_", "ac me", "acme\n", "acmé"])(
    "[HUB-03] [HUB-24] %j is refused before a request",
    (subdomain) => {
      expect(check(hub, { subdomain })).toMatchObject([{ path: ["subdomain"] }]);
    },
  );

  it("[HUB-04] of another hub is refused, with a reason, and the hub keeps its own", async () => {
    const scene = await startScene(hub);
    const made = await scene.create(acme);

    await expect(scene.update(made, { ...acme, subdomain: "globex" })).rejects.toThrow(
      /^Could not update Hub "acme" \(id 1\): .*taken/,
    );
    expect(await scene.refresh(made)).toEqual(made);
  });
});

describe("what only the account decides", () => {
  it("[HUB-05] [HUB-08] [HUB-09] is the type, and the parent of a connected hub", async () => {
    const scene = await startScene(hub);
    const [primary, connected] = [
      await scene.create(acme),
      await scene.create({ ...acme, subdomain: "acme-partners" }),
    ];

    expect(primary.outputs).toMatchObject({ type: "primary", parentId: null });
    expect(connected.outputs).toMatchObject({ type: "connected", parentId: 1 });
  });

  it("[HUB-09] is no parent where the answer has no such key", async () => {
    const scene = await startScene(hub);
    scene.emulator.rewrites.add({ resource: "hubs", field: "parent_id", as: "omit" });

    expect((await scene.create(acme)).outputs.parentId).toBeNull();
  });

  it("[HUB-06] [HUB-07] is the custom domain: an output, never sent, and no property of a program", async () => {
    const scene = await startScene(hub);
    const made = await scene.create({ ...acme, name: "Acme status" });
    expect(made.outputs.customDomain).toBeNull();
    expect(scene.takeWrites().map(({ body }) => body)).toEqual([{ name: "Acme status" }]);

    scene.emulator.edit("hubs", 1, { custom_domain: "status.acme.com" });
    expect((await scene.refresh(made)).outputs.customDomain).toBe("status.acme.com");
    expect(check(hub, { subdomain: "acme", customDomain: "status.acme.com" })).toMatchObject([
      { path: ["customDomain"] },
    ]);
  });
});

it("[HUB-13] [HUB-14] a renamed hub is looked for on every page, among the primary hubs and then among the connected ones", async () => {
  const hubs = Array.from({ length: 101 }, (_, index) => ({ subdomain: `hub-${index}`, name: `Hub ${index}` }));
  const partners = { subdomain: "partners", name: "Partners", parent: "hub-0" };
  const { emulator, account } = await reachEmulator({ preset: { hubs: [...hubs, partners] } });
  emulator.edit("hubs", 102, { subdomain: "friends" });

  expect(await account.hubs.resolve({ subdomain: "partners", id: "102" })).toEqual({ id: "102", subdomain: "friends" });
  const lists = emulator.requests.filter(({ path }) => path === "/hubs");
  expect(lists.map(({ query }) => [query.type, query.page, query.per_page])).toEqual([
    ["primary", "1", "100"],
    ["primary", "2", "100"],
    ["connected", "1", "100"],
  ]);
});
