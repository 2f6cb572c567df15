import { expect, test } from "vitest";
import { createPage, startEmulator, takeWrites } from "../engine/page.ts";

test("[REL-7] two accounts in one program: each provider works on its own", async () => {
  const other = await startEmulator({ preset: { hubs: [{ subdomain: "initech", name: "Initech", groups: ["All"] }] } });
  const page = await createPage({
    program: `
      import * as statushub from "pulumi-statushub";

      const europe = new statushub.Provider("europe", { apiKey: "${other.apiKey}", baseUrl: "${other.url}" });
      const hub = new statushub.Hub("initech", { subdomain: "initech", name: "Initech EU" }, { provider: europe });
      new statushub.Service("remote", { hub, groupId: 1, name: "Remote" }, { provider: europe });
      new statushub.Service("local", { hub: "acme", groupId: 1, name: "Local" });
    `,
  });

  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites().map(({ path, body }) => ({ path, body }))).toEqual([
    { path: "/hubs/acme/services", body: { group_id: 1, name: "Local" } },
  ]);
  expect(takeWrites(other).map(({ path, body }) => ({ path, body }))).toEqual([
    { path: "/hubs/initech", body: { name: "Initech EU" } },
    { path: "/hubs/initech/services", body: { group_id: 1, name: "Remote" } },
  ]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });

  expect(await page.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  expect(takeWrites(other).map(({ method }) => method)).toEqual(["DELETE"]);
});

test("a rotated key: refresh says how to go on, and the way that it names works", async () => {
  const keys = ["key-of-acme-0001", "key-of-acme-0002"].map((key) => ({
    key,
    role: "admin" as const,
    owner: "admin@example.com",
  }));
  const hubs = [{ subdomain: "acme", name: "Acme", groups: ["Website"] }];
  const page = await createPage({
    program: `
      import * as statushub from "pulumi-statushub";
      new statushub.Service("web", { hub: "acme", groupId: 1, name: "Website" });
    `,
    env: { STATUSHUB_API_KEY: "" },
    emulator: { preset: { hubs, keys } },
  });
  const setKey = (key: string) => page.pulumi("config", "set", "--secret", "statushub:apiKey", key);
  await setKey("key-of-acme-0001");
  expect(await page.up()).toMatchObject({ code: 0 });

  await setKey("key-of-acme-0002");
  page.emulator.faults.add({ method: "GET", status: 401, times: 1 });
  const refused = await page.pulumi("refresh", "--yes", "--skip-preview");
  expect(refused.code).not.toBe(0);
  expect(refused.stdout).toContain("ending in 0001, from the Pulumi configuration");
  expect(refused.stdout).toContain("--run-program");

  page.emulator.clearRequests();
  expect(await page.pulumi("refresh", "--yes", "--skip-preview", "--run-program")).toMatchObject({ code: 0 });
  expect(new Set(page.emulator.requests.map(({ key }) => key))).toEqual(new Set(["0002"]));
});
