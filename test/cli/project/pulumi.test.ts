import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findConnection } from "../../../cli/connection.ts";
import { requirePulumi, runPulumi } from "../../../cli/project/pulumi.ts";
import { runPreview } from "../../../cli/project/pulumi-preview.ts";
import { exportState, findStack, mustRun, otherStacks } from "../../../cli/project/stack.ts";
import { projectWith } from "../fake-project.ts";

/** Enters a project whose `pulumi` is this script. */
async function enter(script: string): Promise<string> {
  const { folder, PATH } = await projectWith(script);
  vi.stubEnv("PATH", PATH);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

const messageOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => "no error",
    (error: Error) => `${error.name}: ${error.message}`,
  );

it.skipIf(process.platform === "win32")(
  "runs Pulumi in its own process group, so that Ctrl-C reaches it once",
  async () => {
    await enter("echo $(ps -o pgid= -p $$) $$");
    const { stdout } = await runPulumi([]);
    const [group, own] = stdout.trim().split(" ");
    expect(group).toBe(own);
  },
);

describe("what Pulumi prints", () => {
  const secret = "hunter2";

  it.each([
    ["is killed in the middle", `printf '{"a": "${secret}'; exit 137`],
    ["prints an error among the secrets", `printf 'error: ${secret}\\n'; exit 1`],
    ["succeeds without JSON", `printf '{"a": "${secret}'`],
    ["prints a line before the JSON", `echo ${secret}; echo '{}'`],
  ])("[MSG-1] isn't quoted if it holds secrets and Pulumi %s", async (_, script) => {
    const cwd = await enter(script);
    const stack = await findStack(cwd, "prod");
    const messages = [await messageOf(exportState(stack)), await messageOf(findConnection({ cwd, stack: "prod" }))];
    for (const message of messages) {
      expect(message).toMatch(/^CommandError: .*\[SH60\d\d\]$/);
      expect(message).not.toContain(secret);
    }
  });

  it("is a whole preview even if the user has set that Pulumi prints events", async () => {
    const cwd = await enter('echo "{}"; [ $PULUMI_ENABLE_STREAMING_JSON_PREVIEW = false ] || echo "{}"');
    vi.stubEnv("PULUMI_ENABLE_STREAMING_JSON_PREVIEW", "true");
    expect(await runPreview(await findStack(cwd, "prod"))).toEqual([]);
  });

  it("is one clear error if it isn't JSON", async () => {
    const stack = await findStack(await enter("echo Welcome; echo '{}'"), "prod");
    const message = (command: string) =>
      expect.stringContaining(`CommandError: Pulumi printed no JSON for ${command}, `);
    expect(await messageOf(runPreview(stack))).toEqual(message("preview"));
    expect(await messageOf(otherStacks(stack))).toEqual(message("stack ls"));
  });
});

it("is checked for its version before an adoption, and named if it is too old", async () => {
  await enter("echo v3.253.9");
  expect(await messageOf(requirePulumi())).toMatch(/pulumi 3\.253\.9, but adopt needs 3\.254\.0 or newer.*\[SH6003\]$/);
});

describe("why Pulumi failed", () => {
  it.each([
    [
      "isn't said to be the login if no stack is selected",
      "no stack selected; please use `pulumi stack select`",
      "Select one, or pass --stack.",
    ],
    [
      "isn't said to be a missing choice if Pulumi isn't logged in",
      "PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions",
      "Log in with pulumi login, or set PULUMI_ACCESS_TOKEN.",
    ],
  ])("%s", async (_, error, advice) => {
    const cwd = await enter(`echo 'error: ${error}' >&2; exit 255`);
    const message = await messageOf(findStack(cwd));
    expect(message).toContain(`${advice} [SH6002]`);
    expect(message.includes("Select one")).toBe(advice.startsWith("Select"));
    expect(message.includes("Log in")).toBe(advice.startsWith("Log in"));
  });

  it("is a list after an import, with the resource of each error and without the summary", async () => {
    const printed = [
      "Diagnostics:",
      "  statushub:index:Service (api):",
      "    error: There is no Service with the ID 5. [SH5001]",
      "  statushub:index:Service (web):",
      "    error: There is no Service with the ID 6. [SH5001]",
      "  pulumi:pulumi:Stack (shop-prod):",
      "    error: preview failed",
    ];
    const cwd = await enter(`cat <<'END'\n${printed.join("\n")}\nEND\nexit 1`);
    const run = mustRun(await findStack(cwd, "prod"), ["import"], { purpose: "import the records into the state" });
    expect(await messageOf(run)).toBe(
      [
        "CommandError: Could not import the records into the state: ",
        "  - api: There is no Service with the ID 5. [SH5001]",
        "  - web: There is no Service with the ID 6. [SH5001]",
      ].join("\n"),
    );
  });
});
