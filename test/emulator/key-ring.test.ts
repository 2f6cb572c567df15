import { describe, expect, it } from "vitest";
import { createEmulator, type Preset } from "../../emulator/index.ts";
import { apiOf, startEmulator } from "./emulation.ts";
import { dataFile } from "./state/process.ts";

const acme = { subdomain: "acme", name: "Acme", groups: ["Website"] };
const globex = { subdomain: "globex", name: "Globex", groups: ["Website"] };
const admin = { key: "admin", role: "admin", owner: "admin@example.com" } as const;
const preset = (...hubs: Preset["hubs"]): Preset => ({
  hubs,
  keys: [admin, { key: "guest", role: "none", owner: "guest@example.com", hubs: { globex: "admin" } }],
});

async function rightsOf(api: ReturnType<typeof apiOf>, key: string) {
  const hubs = api.emulator.records("hubs").map(({ subdomain }) => subdomain);
  const rights: Record<string, string> = {};
  for (const hub of hubs) {
    const [read, write] = [await api.get(`/hubs/${hub}`, key), await api.put(`/hubs/${hub}`, {}, key)];
    rights[hub] = `${read.status} ${write.status}`;
  }
  return rights;
}

describe("the role of a key on a hub", () => {
  it("follows the subdomain, in whatever order a preset names the hubs of a data file", async () => {
    const data = await dataFile();
    await (await createEmulator({ data, preset: preset(acme, globex) })).close();

    const api = await startEmulator({ data, preset: preset(globex, acme) });
    expect(await rightsOf(api, "guest")).toEqual({ acme: "404 404", globex: "200 200" });
    expect((await api.get("/hubs", "guest")).body.data).toMatchObject([{ subdomain: "globex" }]);
    expect((await api.get("/hubs", "guest")).body.total).toBe(1);
  });

  it("survives every rename, even if another hub takes the name, and a restart", async () => {
    const options = { data: await dataFile(), preset: preset(acme, globex) };
    const first = await createEmulator(options);
    await apiOf(first).put("/hubs/globex", { subdomain: "globex-old" });
    await apiOf(first).put("/hubs/acme", { subdomain: "globex" });
    const expected = { globex: "404 404", "globex-old": "200 200" };
    expect(await rightsOf(apiOf(first), "guest")).toEqual(expected);
    await first.close();
    expect(await rightsOf(await startEmulator(options), "guest")).toEqual(expected);
  });

  it("can't be a built-in property name of JavaScript", async () => {
    const api = await startEmulator({ preset: preset({ subdomain: "constructor", name: "Words" }, globex) });
    expect(await rightsOf(api, "guest")).toEqual({ constructor: "404 404", globex: "200 200" });
  });
});
