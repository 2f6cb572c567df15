import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

test("after a key rotation, refresh says what to do, and doing it works", async () => {
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
