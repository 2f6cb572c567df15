import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findConnection } from "../../../cli/connection.ts";
import { requirePulumi, runPulumi } from "../../../cli/project/pulumi.ts";
import { preview } from "../../../cli/project/pulumi-preview.ts";
import { exportState, findStack, otherStacks } from "../../../cli/project/stack.ts";
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
    expect(await preview(await findStack(cwd, "prod"))).toEqual([]);
  });

  it("is one clear error if it isn't JSON", async () => {
    const stack = await findStack(await enter("echo Welcome; echo '{}'"), "prod");
    const message = (command: string) =>
      expect.stringContaining(`CommandError: Pulumi printed no JSON for ${command}, `);
    expect(await messageOf(preview(stack))).toEqual(message("preview"));
    expect(await messageOf(otherStacks(stack))).toEqual(message("stack ls"));
  });
});

it("is checked for its version before an adoption, and named if it is too old", async () => {
  await enter("echo v3.253.9");
  expect(await messageOf(requirePulumi())).toMatch(/pulumi 3\.253\.9, but adopt needs 3\.254\.0 or newer.*\[SH6003\]$/);
});
