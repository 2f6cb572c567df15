import { describe, expect, it } from "vitest";
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

const subdomains = (body: { data: { subdomain: string }[] }) => body.data.map(({ subdomain }) => subdomain);

describe("a hub", () => {
  it("[HUB-01] [HUB-02] [HUB-03] [HUB-05] [HUB-06] [HUB-09] [HUB-10] [HUB-12] [HUB-20] is returned by its subdomain", async () => {
    const api = await startEmulator({ preset });
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
  });

  it("[HUB-05] [HUB-08] that is connected names its primary hub", async () => {
    const api = await startEmulator({ preset });
    const { body } = await api.get("/hubs/alpha-eu");
    expect(body).toMatchObject({ type: "connected", parent_id: 2 });
  });

  it("[HUB-21] [HUB-22] only changes fields that are sent", async () => {
    const api = await startEmulator({ preset });
    const { body } = await api.put("/hubs/zeta", { name: "Renamed" });
    expect(body).toMatchObject({ name: "Renamed", subdomain: "zeta", product_url: "https://example.com" });
    expect((await api.put("/hubs/zeta", { product_url: "https://new.example.com" })).body).toMatchObject({
      name: "Renamed",
      product_url: "https://new.example.com",
    });
    expect((await api.get("/hubs/zeta")).body).toMatchObject({
      name: "Renamed",
      product_url: "https://new.example.com",
    });
  });

  it("[HUB-23] [COM-09] accepts null for product_url", async () => {
    const api = await startEmulator({ preset });
    expect((await api.put("/hubs/zeta", { product_url: null })).body.product_url).toBeNull();
    expect((await api.get("/hubs/zeta")).body.product_url).toBeNull();
  });

  it("[HUB-25] moves to its new subdomain immediately, and the old path returns 404", async () => {
    const api = await startEmulator({ preset });
    expect((await api.put("/hubs/zeta", { subdomain: "omega" })).body).toMatchObject({ id: 1, subdomain: "omega" });
    expect((await api.get("/hubs/omega")).body.id).toBe(1);
    expect((await api.get("/hubs/zeta")).status).toBe(404);
  });

  it("[HUB-04] can't take the subdomain of another hub, but may keep its own", async () => {
    const api = await startEmulator({ preset });
    expect((await api.put("/hubs/zeta", { subdomain: "alpha", name: "Lost" })).status).toBe(409);
    expect((await api.put("/hubs/zeta", { subdomain: "zeta" })).status).toBe(200);
    expect((await api.get("/hubs/alpha")).body.id).toBe(2);
    expect((await api.get("/hubs/zeta")).body.name).toBe("First by position");
  });

  it.each(["a", "-a", "a-", "_a", "A1", "a.b", "a b", "", "é1", "ab\n"])(
    "[HUB-24] rejects the subdomain %j",
    async (subdomain) => {
      const api = await startEmulator({ preset });
      const { status, body } = await api.put("/hubs/zeta", { subdomain });
      expect(status).toBe(422);
      expect(body.error).toMatch(/^subdomain /);
      expect((await api.get("/hubs/zeta")).body.subdomain).toBe("zeta");
    },
  );

  it.each(["a1", "0-_9", "a_b-c"])("[HUB-03] accepts the subdomain %j", async (subdomain) => {
    const api = await startEmulator({ preset });
    expect((await api.put("/hubs/zeta", { subdomain })).body.subdomain).toBe(subdomain);
  });

  it("[HUB-07] keeps its custom_domain through a PUT that carries another", async () => {
    const api = await startEmulator({ preset, strict: false });
    await api.put("/hubs/zeta", { custom_domain: "other.example.com" });
    expect((await api.get("/hubs/zeta")).body.custom_domain).toBe("status.example.com");
    expect(api.emulator.requests[0]?.ignored).toEqual(["field custom_domain"]);
  });

  it("[HUB-26] that is connected has its own name and settings", async () => {
    const api = await startEmulator({ preset });
    await api.put("/hubs/zeta-eu", { name: "Own", product_url: "https://eu.example.com" });
    expect((await api.get("/hubs/zeta")).body).toMatchObject({
      name: "First by position",
      product_url: "https://example.com",
    });
    await api.put("/hubs/zeta", { name: "Primary" });
    expect((await api.get("/hubs/zeta-eu")).body.name).toBe("Own");
  });

  it("only updates updated_at if something changes", async () => {
    const api = await startEmulator({ preset });
    const before = (await api.get("/hubs/zeta")).body.updated_at;
    api.emulator.clock.advance(60_000);
    expect((await api.put("/hubs/zeta", { name: "First by position" })).body.updated_at).toBe(before);
    expect((await api.put("/hubs/zeta", {})).body.updated_at).toBe(before);
    expect((await api.put("/hubs/zeta", { name: "Other" })).body.updated_at > before).toBe(true);
  });
});

describe("the list of hubs", () => {
  it("[HUB-13] is paginated", async () => {
    const api = await startEmulator({ preset });
    const { body } = await api.get("/hubs?page=2&per_page=1");
    expect(body).toMatchObject({ current_page: 2, page_count: 2, per_page: 1, total: 2 });
    expect(subdomains(body)).toEqual(["alpha"]);
  });

  it("[HUB-14] holds hubs of the requested type, primary ones by default", async () => {
    const api = await startEmulator({ preset });
    expect(subdomains((await api.get("/hubs")).body)).toEqual(["zeta", "alpha"]);
    expect(subdomains((await api.get("/hubs?type=primary")).body)).toEqual(["zeta", "alpha"]);
    expect(subdomains((await api.get("/hubs?type=connected")).body)).toEqual(["zeta-eu", "alpha-eu", "zeta-us"]);
    expect((await api.get("/hubs?type=other")).status).toBe(422);
  });

  it("[HUB-15] holds the connected hubs of one primary hub", async () => {
    const api = await startEmulator({ preset });
    expect(subdomains((await api.get("/hubs?type=connected&parent_id=1")).body)).toEqual(["zeta-eu", "zeta-us"]);
  });

  it("[HUB-16] is searched in name and in subdomain", async () => {
    const api = await startEmulator({ preset });
    expect(subdomains((await api.get("/hubs?q=first")).body)).toEqual(["zeta"]);
    expect(subdomains((await api.get("/hubs?q=ALPH")).body)).toEqual(["alpha"]);
    expect(subdomains((await api.get("/hubs?q=nothing")).body)).toEqual([]);
  });

  it("[HUB-17] [HUB-18] is sorted by position, ascending by default, or by created_at", async () => {
    const api = await startEmulator({ preset });
    api.emulator.edit("hubs", 1, { position: 9, created_at: "2001-01-01T00:00:00Z" });
    api.emulator.edit("hubs", 2, { created_at: "2002-01-01T00:00:00Z" });
    const list = async (query: string) => subdomains((await api.get(`/hubs?${query}`)).body);
    expect(await list("")).toEqual(["alpha", "zeta"]);
    expect(await list("sort_prop=position&sort_dir=asc")).toEqual(["alpha", "zeta"]);
    expect(await list("sort_dir=desc")).toEqual(["zeta", "alpha"]);
    expect(await list("sort_prop=created_at")).toEqual(["zeta", "alpha"]);
    expect(await list("sort_prop=created_at&sort_dir=desc")).toEqual(["alpha", "zeta"]);
    expect(await list("sort_prop=start_time")).toEqual(["zeta", "alpha"]);
    expect((await api.get("/hubs?sort_prop=name")).status).toBe(422);
    expect((await api.get("/hubs?sort_dir=up")).status).toBe(422);
  });

  it("[HUB-19] of connected ones is sorted by the position of the primary hub on request", async () => {
    const api = await startEmulator({ preset });
    const list = async (query: string) => subdomains((await api.get(`/hubs?type=connected&${query}`)).body);
    expect(await list("per_parent_sort=true")).toEqual(["zeta-eu", "zeta-us", "alpha-eu"]);
    expect(await list("per_parent_sort=false")).toEqual(["zeta-eu", "alpha-eu", "zeta-us"]);
  });
});
