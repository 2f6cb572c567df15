import { expect, it } from "vitest";
import type { Deployment } from "../../../cli/project/stack.ts";
import { fakeProject } from "../fake-project.ts";
import { failing, startAccount, statushub } from "../statushub.ts";

const type = "pulumi-nodejs:dynamic/statushub:IncidentTemplate";
const template = { urn: `urn:pulumi:dev::shop::${type}::tpl`, type };

it.each<[string, string, Deployment]>([
  ["was replaced", "pulumi up", { resources: [{ ...template, delete: true }] }],
  [
    "was being created",
    "npx pulumi-statushub recover",
    { pending_operations: [{ type: "creating", resource: template }] },
  ],
])("doesn't begin while a stack has a record that %s", async (_, command, deployment) => {
  const { env } = await startAccount();
  const { folder: cwd, PATH } = await fakeProject({ version: "v3.270.0", config: "{}", stack: { deployment } });
  const result = await statushub(["adopt", "acme", "--stack", "dev", "--yes"], { cwd, env: { ...env, PATH } });
  expect(result).toMatchObject(failing(`IncidentTemplate tpl. First run ${command} --stack dev [SH6103]`));
});
