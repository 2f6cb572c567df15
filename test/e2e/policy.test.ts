import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";
import { createPage } from "../engine/page.ts";

const example = (path: string) => readText(`examples/shop/${path}`);
const pack = example("policy/index.ts");

const program = (isGood: boolean) => `
  import * as statushub from "pulumi-statushub";
  import { Ingress } from "./kubernetes.ts";
  import "./shop.ts";
  new statushub.Service("api", { hub: "acme", groupId: 1, name: "API"${isGood ? ', customId: "api"' : ""} });
  new Ingress("api", { metadata: { annotations: { "statushub.com/service": "api" } }, spec: { rules: [] } });
  const address = "https://hooks.example/T0/B0/x";
  const label = ${isGood ? '"team"' : "address"};
  new statushub.Subscription("team", { hub: "acme", method: "slack", address, services: "all", label });
`;

/**
 * Runs the pack in its folder. Users name the folder, and the engine asks the language host to run it, but the one that Go can
 * build is too old for that. An executable file is started by the engine itself.
 */
const script = `#!/bin/sh
cd "$(dirname "$0")" && exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$1" .
`;

test("the example's policy pack names each rule that a program breaks, and lets one deploy that breaks none", async () => {
  const page = await createPage({
    program: program(false),
    files: {
      "shop.ts": example("index.ts"),
      "kubernetes.ts": example("kubernetes.ts"),
      "policy/PulumiPolicy.yaml": example("policy/PulumiPolicy.yaml"),
      "policy/package.json": JSON.stringify({ name: "status-page", version: "0.0.1" }),
      "policy/index.ts": pack,
    },
    emulator: { preset: JSON.parse(example("account.json")) },
  });
  const packages = join(page.folder, "policy/node_modules/@pulumi");
  await mkdir(packages, { recursive: true });
  await symlink(join(repositoryRoot, "node_modules/@pulumi/policy"), join(packages, "policy"), "junction");
  const runner = join(page.folder, "policy/run");
  await writeFile(runner, script, { mode: 0o755 });

  const preview = await page.pulumi("preview", "--policy-pack", runner);
  const deployed = await page.up(program(true), "--policy-pack", runner);

  expect(preview.code).not.toBe(0);
  const broken = preview.stdout.match(/(?<=\[mandatory\] +)[\w-]+/g);
  expect(broken?.sort()).toEqual(["address-is-secret", "ingress-has-service", "service-has-custom-id"]);
  expect(deployed).toMatchObject({ code: 0 });
  const customIds = page.emulator.records("services").map(({ custom_id }) => custom_id);
  expect(customIds.sort()).toEqual(["api", "checkout", "login", "shop"]);
});
