import { expect, it } from "vitest";
import { projectWith } from "../fake-project.ts";
import { refresh, remove, state } from "../preview/steps.ts";
import { printing, startAccount, statushub } from "../statushub.ts";

it.each([
  ["drift", "is in the state and no longer declared"],
  ["preview", "disappears"],
])("%s reports what is protected and not declared, without Pulumi's advice to unprotect it", async (command, says) => {
  const { env } = await startAccount();
  const service = { ...state({ name: "API" }), protect: true };
  const steps = [refresh("Service", "api", service), remove("Service", "api", service)];
  const printed = JSON.stringify({ steps, diagnostics: [{ severity: "error", message: "pulumi state unprotect" }] });
  const script = `case "$1" in preview) echo '${printed}'; exit 1;; *) echo '{"deployment":{}}';; esac`;
  const { folder: cwd, PATH } = await projectWith(script);
  const result = await statushub([command, "--stack", "prod"], { cwd, env: { ...env, PATH } });
  expect(result).toEqual({ ...printing(says, 2), stderr: "" });
});
