import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkTypeScript } from "../../cli/doctor/action.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { startAccount, statushub } from "./statushub.ts";

interface Finding {
  name: string;
  status: string;
  text: string;
}

const findingsOf = (stdout: string, name: string): Finding[] =>
  (JSON.parse(stdout) as { findings: Finding[] }).findings.filter((finding) => finding.name === name);

describe("pulumi-statushub doctor", () => {
  it("[DOC-1] lists the hubs that the key sees and the assumptions, with GET requests", async () => {
    const { emulator, env } = await startAccount();
    const { stdout } = await statushub(["doctor", "--json"], { env });
    expect(findingsOf(stdout, "hub").map(({ status, text }) => `${status} ${text}`)).toEqual([
      "ok acme, primary",
      "ok globex, primary",
      "ok acme-partners, connected",
    ]);
    expect(new Set(emulator.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(emulator.requests.length).toBeLessThan(45);
    expect(JSON.parse(stdout)).toHaveProperty("assumptions");
  });

  it("waits for the end of a short 503, and reports a problem of StatusHub after a long one", async () => {
    const { emulator, env } = await startAccount();
    emulator.faults.add({ method: "GET", status: 503 });
    const short = await statushub(["doctor", "--json"], { env });
    emulator.faults.add({ method: "GET", status: 503, times: 99 });
    const long = await statushub(["doctor", "--json"], { env });

    expect(findingsOf(short.stdout, "account")).toMatchObject([{ status: "ok" }]);
    expect(long.code).toBe(1);
    expect(findingsOf(long.stdout, "account")).toMatchObject([
      { status: "failed", text: expect.stringContaining("fails (503). StatusHub has a problem") },
    ]);
  });

  it("says that the limit is reached, and names another client only as one cause", async () => {
    const { emulator, env } = await startAccount();
    emulator.faults.add({ method: "GET", status: 429, headers: { "Retry-After": "600" }, times: 99 });
    const { stdout } = await statushub(["doctor", "--json"], { env });
    expect(findingsOf(stdout, "account")).toMatchObject([
      {
        status: "failed",
        text: expect.stringMatching(/rate-limiting reads for this API key .*; retry at .*\. If another/),
      },
    ]);
    expect(stdout).not.toContain("probably");
  });

  it("gives advice without a key, with a wrong key and for an unreachable host, and shows no key", async () => {
    const { env } = await startAccount();
    const wrong = "a-key-that-nobody-knows";
    const without = await statushub(["doctor"]);
    const rejected = await statushub(["doctor"], { env: { ...env, STATUSHUB_API_KEY: wrong } });
    const nowhere = await statushub(["doctor", "--base-url", "http://127.0.0.1:9/api/v3"], { env });

    expect(without).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("pulumi config set --secret statushub:apiKey"),
    });
    expect(rejected).toMatchObject({ code: 1, stdout: expect.stringContaining("rejects the key") });
    expect(nowhere).toMatchObject({ code: 1, stdout: expect.stringContaining("cannot be reached") });
    expect(rejected.stdout + rejected.stderr).not.toContain(wrong);
  });

  it("ends in the code of what is missing, if the configuration of the stack can't be read either", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "Pulumi.yaml"), "name: scratch\nruntime: nodejs\n");
    const { stdout } = await statushub(["doctor", "--json"], { cwd });
    const [key] = findingsOf(stdout, "key");
    expect(key?.text).toMatch(/The stack configuration could not be read: .*\[SH1001\]$/);
  });

  it.each([
    ["6.0.3", "ok"],
    ["7.0.2", "failed"],
  ])("reports TypeScript %s in a project as %s", async (version, status) => {
    const cwd = await temporaryFolder();
    const compiler = join(cwd, "node_modules/typescript");
    await mkdir(compiler, { recursive: true });
    await writeFile(join(cwd, "Pulumi.yaml"), "name: scratch\nruntime: nodejs\n");
    await writeFile(join(compiler, "package.json"), JSON.stringify({ name: "typescript", version }));
    expect(checkTypeScript(cwd)).toMatchObject([{ status, text: expect.stringContaining(version) }]);
  });
});
