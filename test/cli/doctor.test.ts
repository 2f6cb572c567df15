import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAccount, statushub } from "./statushub.ts";

interface Finding {
  name: string;
  status: string;
  text: string;
  advice?: string;
}

const findingsOf = (stdout: string, name: string): Finding[] =>
  (JSON.parse(stdout) as { findings: Finding[] }).findings.filter((finding) => finding.name === name);

describe("pulumi-statushub doctor", () => {
  it.each([
    ["admin", ["manager or admin", "manager or admin", "editor or more"]],
    ["manager", ["manager or admin", "manager or admin", "editor or more"]],
    ["editor", ["editor: ", "editor: ", "editor or more"]],
    ["read-only", ["read-only", "read-only", "read-only"]],
  ])("finds the role %s on every hub, and changes nothing", async (role, expected) => {
    const { emulator, env } = await startAccount();
    const before = emulator.snapshot();
    const { stdout } = await statushub(["doctor", "--json"], {
      env: { ...env, STATUSHUB_API_KEY: `emulator-${role}-key` },
    });

    const roles = findingsOf(stdout, "hub").map(({ text }) => text.replace(/^.*?: /, ""));
    expect(roles.map((text, index) => text.startsWith(expected[index] ?? "?"))).toEqual([true, true, true]);
    expect(emulator.snapshot()).toEqual(before);
    expect(emulator.requests.filter(({ method, status }) => method !== "GET" && status === 200)).toEqual([]);
  });

  it("says how many reads other clients take", async () => {
    const { emulator, env } = await startAccount({ limits: "real" });
    emulator.setOtherClient({ reads: 12 });
    const { stdout } = await statushub(["doctor", "--json"], { env });
    expect(findingsOf(stdout, "limit")[0]?.text).toMatch(/^others used 12 of the key's 30 reads/);
  });

  it("sends GET requests alone with --no-probe", async () => {
    const { emulator, env } = await startAccount();
    await statushub(["doctor", "--no-probe"], { env });
    expect(new Set(emulator.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("says what to do without a key, with a wrong one, and where nothing answers; and shows no key", async () => {
    const { env } = await startAccount();
    const wrong = "a-key-that-nobody-knows";
    const without = await statushub(["doctor"]);
    const refused = await statushub(["doctor"], { env: { ...env, STATUSHUB_API_KEY: wrong } });
    const nowhere = await statushub(["doctor", "--base-url", "http://127.0.0.1:9/api/v3"], { env });

    expect(without).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("pulumi config set --secret statushub:apiKey"),
    });
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("refuses the key") });
    expect(nowhere).toMatchObject({ code: 1, stdout: expect.stringContaining("cannot be reached") });
    expect(refused.stdout + refused.stderr).not.toContain(wrong);
  });

  it.each([
    ["6.0.3", "ok"],
    ["7.0.2", "failed"],
  ])("of a project with TypeScript %s, says %s", async (version, status) => {
    const cwd = await mkdtemp(join(tmpdir(), "statushub-doctor-"));
    onTestFinished(() => rm(cwd, { recursive: true, force: true }));
    const compiler = join(cwd, "node_modules/typescript");
    await mkdir(compiler, { recursive: true });
    await writeFile(join(cwd, "Pulumi.yaml"), "name: scratch\nruntime: nodejs\n");
    await writeFile(join(compiler, "package.json"), JSON.stringify({ name: "typescript", version }));
    const { stdout } = await statushub(["doctor", "--json"], { cwd });

    expect(findingsOf(stdout, "compiler")).toMatchObject([{ status, text: expect.stringContaining(version) }]);
  });
});
