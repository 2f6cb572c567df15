import { describe, expect, test } from "vitest";
import type { Preset } from "../../../emulator/index.ts";
import { startEmulator, utcTime } from "../emulation.ts";

const preset: Preset = {
  hubs: [
    {
      subdomain: "zeta",
      name: "First by position",
      product_url: "https://example.com",
      custom_domain: "status.example.com",
    },
    { subdomain: "alpha", name: "Second" },
    { subdomain: "zeta-eu", name: "Europe", parent: "zeta" },
    { subdomain: "alpha-eu", name: "Europe too", parent: "alpha" },
    { subdomain: "zeta-us", name: "America", parent: "zeta" },
  ],
};

const it = test.extend("api", () => startEmulator({ preset }));

const subdomains = (body: { data: { subdomain: string }[] }) => body.data.map(({ subdomain }) => subdomain);

describe("a hub", () => {
  it("[HUB-01] [HUB-02] [HUB-03] [HUB-05] [HUB-06] [HUB-08] [HUB-09] [HUB-10] [HUB-12] [HUB-20] is found", async ({
    api,
  }) => {
    const { status, body } = await api.get("/hubs/zeta");
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 1,
      name: "First by position",
      subdomain: "zeta",
      type: "primary",
      custom_domain: "status.example.com",
      parent_id: null,
      product_url: "https://example.com",
      created_at: expect.stringMatching(utcTime),
      updated_at: expect.stringMatching(utcTime),
    });
    expect((await api.get("/hubs/alpha-eu")).body).toMatchObject({ type: "connected", parent_id: 2 });
  });

  it("[HUB-21] [HUB-22] [HUB-23] [COM-09] only changes fields that are sent, even to null", async ({ api }) => {
    let expected = (await api.get("/hubs/zeta")).body;
    for (const change of [{ name: "Renamed" }, { product_url: "https://new.example.com" }, { product_url: null }]) {
      expected = { ...expected, ...change, updated_at: expect.stringMatching(utcTime) };
      expect((await api.put("/hubs/zeta", change)).body).toEqual(expected);
    }
    expect((await api.get("/hubs/zeta")).body).toEqual(expected);
  });

  it("[HUB-25] moves to its new subdomain immediately, and the old path returns 404", async ({ api }) => {
    expect((await api.put("/hubs/zeta", { subdomain: "omega" })).body).toMatchObject({ id: 1, subdomain: "omega" });
    expect((await api.get("/hubs/omega")).body.id).toBe(1);
    expect((await api.get("/hubs/zeta")).status).toBe(404);
  });

  it("[HUB-04] can't take the subdomain of another hub, but may keep its own", async ({ api }) => {
    expect((await api.put("/hubs/zeta", { subdomain: "alpha", name: "Lost" })).status).toBe(409);
    expect((await api.put("/hubs/zeta", { subdomain: "zeta" })).status).toBe(200);
    expect((await api.get("/hubs/alpha")).body.id).toBe(2);
    expect((await api.get("/hubs/zeta")).body.name).toBe("First by position");
  });

  it.for(["a", "-a", "a-", "_a", "A1", "a.b", "a b", "", "é1", "ab\n"])(
    "[HUB-24] rejects the subdomain %j",
    async (subdomain, { api }) => {
      const { status, body } = await api.put("/hubs/zeta", { subdomain });
      expect(status).toBe(422);
      expect(body.error).toMatch(/^subdomain /);
      expect((await api.get("/hubs/zeta")).body.subdomain).toBe("zeta");
    },
  );

  it.for(["a1", "0-_9", "a_b-c"])("[HUB-03] accepts the subdomain %j", async (subdomain, { api }) => {
    expect((await api.put("/hubs/zeta", { subdomain })).body.subdomain).toBe(subdomain);
  });

  it("[HUB-07] keeps its custom_domain through a PUT that carries another", async () => {
    const api = await startEmulator({ preset, strict: false });
    await api.put("/hubs/zeta", { custom_domain: "other.example.com" });
    expect((await api.get("/hubs/zeta")).body.custom_domain).toBe("status.example.com");
  });

  it("[HUB-26] that is connected has its own name and settings", async ({ api }) => {
    await api.put("/hubs/zeta-eu", { name: "Own", product_url: "https://eu.example.com" });
    const settings = { name: "First by position", product_url: "https://example.com" };
    expect((await api.get("/hubs/zeta")).body).toMatchObject(settings);
    await api.put("/hubs/zeta", { name: "Primary" });
    expect((await api.get("/hubs/zeta-eu")).body.name).toBe("Own");
  });

  it("only updates updated_at if something changes", async ({ api }) => {
    const before = (await api.get("/hubs/zeta")).body.updated_at;
    api.emulator.clock.advance(60_000);
    expect((await api.put("/hubs/zeta", { name: "First by position" })).body.updated_at).toBe(before);
    expect((await api.put("/hubs/zeta", {})).body.updated_at).toBe(before);
    expect((await api.put("/hubs/zeta", { name: "Other" })).body.updated_at > before).toBe(true);
  });
});

describe("the list of hubs", () => {
  it("[HUB-13] is paginated", async ({ api }) => {
    const { body } = await api.get("/hubs?page=2&per_page=1");
    expect(body).toMatchObject({ current_page: 2, page_count: 2, per_page: 1, total: 2 });
    expect(subdomains(body)).toEqual(["alpha"]);
  });

  it.for([
    ["[HUB-14] has primary ones by default", "", ["zeta", "alpha"]],
    ["[HUB-14] has connected ones", "type=connected", ["zeta-eu", "alpha-eu", "zeta-us"]],
    ["[HUB-15] has the connected ones of one primary hub", "type=connected&parent_id=1", ["zeta-eu", "zeta-us"]],
    ["[HUB-16] is searched by name", "q=first", ["zeta"]],
    ["[HUB-16] is searched by subdomain, ignoring case", "q=ALPH", ["alpha"]],
    ["[HUB-16] is searched in vain", "q=nothing", []],
    ["[HUB-19] is sorted by primary hub", "type=connected&per_parent_sort=true", ["zeta-eu", "zeta-us", "alpha-eu"]],
    ["[HUB-19] isn't sorted so", "type=connected&per_parent_sort=false", ["zeta-eu", "alpha-eu", "zeta-us"]],
  ])("%s", async ([_, query, expected], { api }) => {
    expect(subdomains((await api.get(`/hubs?${query}`)).body)).toEqual(expected);
  });

  it("[HUB-17] [HUB-18] is sorted by position, ascending by default, or by created_at", async ({ api }) => {
    api.emulator.edit("hubs", 1, { position: 9, created_at: "2001-01-01T00:00:00Z" });
    api.emulator.edit("hubs", 2, { created_at: "2002-01-01T00:00:00Z" });
    const list = async (query: string) => subdomains((await api.get(`/hubs?${query}`)).body);
    for (const query of ["type=primary", "sort_prop=position&sort_dir=asc", "sort_prop=created_at&sort_dir=desc"])
      expect(await list(query)).toEqual(["alpha", "zeta"]);
    for (const query of ["sort_dir=desc", "sort_prop=created_at", "sort_prop=start_time"])
      expect(await list(query)).toEqual(["zeta", "alpha"]);
    const ofConnected = ["parent_id=1", "parent_id=null", "type=primary&per_parent_sort=true"];
    for (const query of ["sort_prop=name", "sort_dir=up", "type=other", ...ofConnected])
      expect((await api.get(`/hubs?${query}`)).status).toBe(422);
  });
});
