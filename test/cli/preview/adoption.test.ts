import { expect, it } from "vitest";
import type { Preset } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { createKeys, previewOf, Rehearsal } from "./rehearsal.ts";

const keys = createKeys(100);
const preset: Preset = {
  hubs: [{ subdomain: "acme", name: "Acme", groups: ["1"] }],
  keys: [...keys.preset, { key: "emulator-read-only-key", role: "read-only", owner: "reader@example.com" }],
};

it("compares adopted records with the page, and names those that it can't look up", async () => {
  const emulator = await temporaryEmulator({ preset });
  const create = (body: object) => emulator.perform("createService", { params: { subdomain: "acme" }, body });
  create({ group_id: 1, name: "API", custom_id: "api" });
  create({ group_id: 1, name: "Web" });
  emulator.clearRequests();
  const stack = new Rehearsal("prod", { emulator, provider: "dynamic", keys });
  const service = (own: string, args: object): Declared => ({
    name: own,
    kind: "Service",
    args: { hub: { ref: "hub" }, groupId: 1, ...args },
  });
  const steps = await stack.plan([
    { name: "hub", kind: "Hub", args: { subdomain: "acme" } },
    service("api", { name: "Public API", customId: "api", adopt: true }),
    service("web", { name: "Web", adopt: "2" }),
    service("shop", { name: "Shop", customId: "shop", adopt: true }),
    {
      name: "ops",
      kind: "Subscription",
      args: { hub: { ref: "hub" }, method: "slack", address: "https://example.com/x", services: "all", adopt: true },
    },
  ]);

  const report = await previewOf(emulator, [{ stack: "prod", steps }]);

  const [hub] = report.hubs;
  expect(hub?.page.map(({ id, change, before, after }) => [id, change, before, after])).toEqual([
    ["1", "renamed", "API", "Public API"],
    ["", "appears", undefined, undefined],
  ]);
  expect(hub?.unknown).toMatchObject([{ name: "ops", reason: "adopted" }]);
  expect(report.writes).toBe(2);
  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});
