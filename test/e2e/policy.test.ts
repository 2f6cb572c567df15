import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { policies } from "../../sdk/policy/index.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { createPage } from "../engine/page.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const example = (path: string) => readFile(join(repositoryRoot, "examples/shop", path), "utf8");

/** A program with its infrastructure and a policy pack that requires a service for it. */
const files = {
  "shop.ts": await example("index.ts"),
  "kubernetes.ts": await example("kubernetes.ts"),
  "policy/PulumiPolicy.yaml": "runtime: by-script\nmain: index.js\n",
  "policy/package.json": JSON.stringify({ name: "status-page", version: "0.0.1", private: true, type: "module" }),
  // It has no types, and Pulumi would compile TypeScript in each run.
  "policy/index.js": await example("policy/index.ts"),
};

/** Overrides the settings of the pack, which allow eight hours. Node would load a `policy.json` as the pack. */
const config = { "policy-settings.json": JSON.stringify({ "statushub-maintenance-window": { maxMinutes: 60 } }) };
const withPack = ["--policy-pack", "policy", "--policy-pack-config", "policy-settings.json"];

const names = ["statushub-coverage", ...policies().map(({ name }) => name)].sort();

const program = (good: boolean) => `
  import * as pulumi from "@pulumi/pulumi";
  import * as statushub from "pulumi-statushub";
  import { Ingress } from "./kubernetes.ts";
  import "./shop.ts";
  const api = new statushub.Service("api", { hub: "acme", groupId: 1, name: "API"${good ? ', customId: "api"' : ""} });
  const rules = [];
  new Ingress("api", {
    metadata: { annotations: { "statushub.com/service": ${good ? '"api"' : "undefined"} } }, spec: { rules },
  });
  const service = ${good ? "api" : '"1"'};
  new statushub.IncidentTemplate("down", {
    hub: "acme", title: "${good ? "API is down" : "TODO"}", serviceStatuses: [{ service, status: "down" }],
  });
  new statushub.Maintenance("patching", {
    hub: "acme", title: "Patching", startTime: "2037-12-06T02:00:00Z", endTime: "2037-12-06T0${good ? 3 : 4}:00:00Z",
    serviceStatuses: [{ service, status: "down" }],
  });
  const address = "https://hooks.example/T0/B0/x";
  new statushub.Subscription("team", {
    hub: "acme", method: "slack", address, services: [service], label: ${good ? '"team"' : "address"},
  });
`;

/** With a bare ID beside a service of the program, and infrastructure whose service a preview doesn't know. */
const mixed = program(true)
  .replace(
    'title: "API is down", serviceStatuses: [{ service, status: "down" }],',
    'title: "API is down", serviceStatuses: [{ service, status: "down" }, { service: "1", status: "up" }],',
  )
  .replace('"statushub.com/service": "api"', '"statushub.com/service": api.id.apply(() => "api")');

/**
 * Runs a pack like the script in Pulumi's releases, which the engine finds by the name of the runtime. Users write
 * `runtime: nodejs`, but the language host that Go can build is too old to run packs.
 */
const script = `#!/bin/sh
exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$@"
`;

async function createRunner(): Promise<{ PATH: string }> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "pulumi-analyzer-policy-by-script"), script, { mode: 0o755 });
  return { PATH: [folder, process.env.PATH].join(delimiter) };
}

test("with a policy pack, a preview names each policy that a program violates, and a program without violations is deployed", async () => {
  const page = await createPage({
    program: program(false),
    files: { ...files, ...config },
    env: await createRunner(),
    emulator: { preset: JSON.parse(await example("account.json")) },
  });
  const packages = join(page.folder, "policy/node_modules/@pulumi");
  await mkdir(packages, { recursive: true });
  await symlink(join(repositoryRoot, "node_modules/@pulumi/policy"), join(packages, "policy"), "junction");

  const preview = await page.pulumi("preview", ...withPack);
  await page.write({ "index.ts": mixed });
  const mixedPreview = await page.pulumi("preview", ...withPack);
  const deployed = await page.up(program(true), ...withPack);

  expect(preview.code).not.toBe(0);
  expect([...new Set(preview.stdout.match(/(?<=\[mandatory\] +)[\w-]+/g))].sort()).toEqual(names);
  // An up would reject this, but the new service has no ID yet.
  expect(mixedPreview.code).not.toBe(0);
  expect(mixedPreview.stdout.match(/(?<=\[mandatory\] +)[\w-]+/g)).toEqual(["statushub-template-services"]);
  expect(mixedPreview.stdout).toContain("Coverage isn't checked for 1 of the resources");
  expect(deployed).toMatchObject({ code: 0, stdout: expect.not.stringContaining("statushub-coverage") });
  const customIds = page.emulator.records("services").map(({ custom_id }) => custom_id);
  expect(customIds.sort()).toEqual(["api", "checkout", "login", "shop"]);
});
