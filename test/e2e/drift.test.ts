import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";
import { pointer } from "../engine/pointer.ts";
import { refreshAlways } from "../engine/project.ts";
import { tellOnce } from "../engine/tell-once.ts";

const program = (options = "{}") => `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });
new statushub.Service("web", { hub, groupId: 1, name: pulumi.interpolate\`Web of \${hub.name}\` }, ${options});
`;

const story = tellOnce(async () => {
  const page = await createPage({ program: program() });
  const { emulator } = page;
  const created = await page.up();
  emulator.edit("services", 1, { name: "By hand" });
  emulator.clearRequests();
  const before = await page.state();
  const unrefreshed = await page.plan();
  const sent = [...emulator.requests];
  const refreshed = [await page.plan("--refresh")];
  await page.write(refreshAlways);
  refreshed.push(await page.plan());

  const ignoring = await page.up(program('{ ignoreChanges: ["name"] }'));
  const writes = page.takeWrites();
  return { created, state: before, unrefreshed, sent, refreshed, ignoring, writes };
});

test("[DRF-11] a preview without a refresh sends nothing; with one, as a flag or an option, it finds the same", async () => {
  const { created, unrefreshed, sent, refreshed } = await story();
  expect(created).toMatchObject({ code: 0 });
  expect(unrefreshed).toMatchObject({ code: 0, steps: [] });
  expect(sent).toEqual([]);
  const drift = { code: 7, steps: [{ op: "update", name: "web", properties: ["name"] }] };
  expect(refreshed).toMatchObject([drift, drift]);
});

test("[DRF-4] an up reverts no change of an ignored property", async () => {
  const { ignoring, writes } = await story();
  expect(ignoring).toMatchObject({ code: 0, stdout: expect.stringContaining("3 unchanged") });
  expect(writes).toEqual([]);
});

test("[PKG-5] inputs and outputs in the state have the pointer", async () => {
  const { state } = await story();
  for (const [name, kind] of [
    ["acme", "Hub"],
    ["web", "Service"],
  ] as const) {
    expect(state[name]?.inputs.__provider).toBe(pointer(kind));
    expect(state[name]?.outputs.__provider).toBe(pointer(kind));
  }
});
