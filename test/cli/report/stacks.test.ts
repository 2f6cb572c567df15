import { expect, it } from "vitest";
import { projectWith } from "../fake-project.ts";
import { refresh, remove, state, urn } from "../preview/steps.ts";
import { printing, startAccount, statushub } from "../statushub.ts";

it.each([
  ["drift", "is in the state and no longer declared"],
  ["preview", "it is protected, so Pulumi refuses to delete it"],
])(
  "[SAY-2] %s reports what is protected and not declared, without Pulumi's advice to unprotect it",
  async (command, says) => {
    const { env, emulator } = await startAccount();
    const params = { subdomain: "acme" };
    const { id } = emulator.perform("createService", { params, body: { group_id: 1, name: "API" } });
    const service = { ...state({ name: "API", groupId: 1 }, String(id)), protect: true };
    const type = "pulumi-nodejs:dynamic/statushub:Service";
    const exported = {
      deployment: { resources: [{ urn: urn("Service", "api"), type, ...service, outputs: service.inputs }] },
    };
    const steps = [refresh("Service", "api", service), remove("Service", "api", service)];
    const printed = JSON.stringify({ steps, diagnostics: [{ severity: "error", message: "pulumi state unprotect" }] });
    const script = `case "$1" in preview) echo '${printed}'; exit 1;; *) echo '${JSON.stringify(exported)}';; esac`;
    const { folder: cwd, PATH } = await projectWith(script);
    const result = await statushub([command, "--stack", "prod"], { cwd, env: { ...env, PATH } });
    expect(result).toEqual({ ...printing(says, command === "preview" ? 1 : 2), stderr: "" });
  },
);
