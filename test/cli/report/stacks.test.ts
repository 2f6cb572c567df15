import { expect, it } from "vitest";
import { projectWith } from "../fake-project.ts";
import { refresh, remove, state } from "../preview/steps.ts";
import { printing, startAccount, statushub } from "../statushub.ts";

it.each([
  ["drift", "is in the state and no longer declared"],
  ["preview", "disappears"],
])(
  "%s reports protected records that a branch doesn't declare, and never passes on how to unprotect them",
  async (command, says) => {
    const { env } = await startAccount();
    const service = { ...state({ groupId: 1, name: "API" }), protect: true };
    const message =
      'Preview failed: resource "api" cannot be deleted because it is protected: run `pulumi state unprotect`';
    const steps = [refresh("Service", "api", service), remove("Service", "api", service)];
    const printed = JSON.stringify({ steps, diagnostics: [{ severity: "error", message }] });
    const script = `case "$1" in preview) cat <<'END'\n${printed}\nEND\nexit 1;; stack) echo '{"deployment":{}}';; *) echo {};; esac`;
    const { folder: cwd, PATH } = await projectWith(script);
    const result = await statushub([command, "--stack", "prod"], { cwd, env: { ...env, PATH } });
    expect(result).toEqual({ ...printing(says, 2), stderr: "" });
  },
);
