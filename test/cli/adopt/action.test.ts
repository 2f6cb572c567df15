import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { replaceFile } from "../../../cli/program/write-files.ts";
import type { Deployment } from "../../../cli/project/stack.ts";
import { fakeProject } from "../fake-project.ts";
import { failing, startAccount, statushub } from "../statushub.ts";

/** Adopts the services of an empty page into a project without a program. */
async function adopt(deployment: Deployment) {
  const { env } = await startAccount();
  const { folder: cwd, PATH } = await fakeProject({ version: "v3.270.0", config: "{}", stack: { deployment } });
  replaceFile(join(cwd, "node_modules/@pulumi/pulumi/package.json"), '{"version":"3.270.0"}');
  replaceFile(join(cwd, "node_modules/pulumi-statushub/provider"), "exports.handler = () => {};");
  const args = ["adopt", "acme", "--kind", "service", "--stack", "dev", "--yes"];
  return { ...(await statushub(args, { cwd, env: { ...env, PATH } })), files: await readdir(cwd) };
}

const type = "pulumi-nodejs:dynamic/statushub:Service";
const resource = { urn: `urn:pulumi:dev::shop::${type}::api`, type };

it.each<[string, string, Deployment]>([
  ["replaced", "pulumi up", { resources: [{ ...resource, delete: true }] }],
  ["created", "npx pulumi-statushub recover", { pending_operations: [{ type: "creating", resource }] }],
])("doesn't begin while a record is only half %s", async (_, command, deployment) => {
  expect(await adopt(deployment)).toMatchObject(failing(`Service api. First run ${command} --stack dev [SH6103]`));
});

it("writes nothing if there is nothing to adopt", async () => {
  const said = failing(/^Nothing to adopt: .*\n$/, 0);
  expect(await adopt({})).toMatchObject({ ...said, files: expect.not.arrayContaining(["index.ts"]) });
});
