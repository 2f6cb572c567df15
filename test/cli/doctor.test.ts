import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkTypeScript } from "../../cli/doctor/machine.ts";
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
  it.each([
    ["admin", ["manager or admin", "manager or admin", "editor or more"]],
    ["manager", ["manager or admin", "manager or admin", "editor or more"]],
    ["editor", ["editor: ", "editor: ", "editor or more"]],
    ["read-only", ["read-only", "read-only", "read-only"]],
  ])("detects the role %s on every hub with --probe, and changes nothing", async (role, expected) => {
    const { emulator, env } = await startAccount();
    const before = emulator.snapshot();
    const { stdout } = await statushub(["doctor", "--probe", "--json"], {
      env: { ...env, STATUSHUB_API_KEY: `emulator-${role}-key` },
    });

    const hubs = findingsOf(stdout, "hub");
    const roles = hubs.map(({ text }) => text.replace(/^.*?: /, ""));
    expect(roles.map((text, index) => text.startsWith(expected[index] ?? "?"))).toEqual([true, true, true]);
    // Only a 403 proves that the API checks permissions before it looks for the record.
    const isProven = role === "editor" || role === "read-only";
    expect(hubs.map(({ status }) => status)).toEqual(Array(3).fill(isProven ? "ok" : "unknown"));
    expect(emulator.snapshot()).toEqual(before);
    expect(emulator.requests.filter(({ method, status }) => method !== "GET" && status === 200)).toEqual([]);
    const count = (sent: string) => emulator.requests.filter(({ method }) => method === sent).length;
    expect([count("GET"), count("PUT")]).toEqual([32, role === "read-only" ? 3 : 5]);
  });

  it.each([404, 422])("reports no role as certain if StatusHub hides missing permissions behind %i", async (status) => {
    const { emulator, env } = await startAccount();
    emulator.faults.add({ method: "PUT", status, times: 99 });
    const { stdout } = await statushub(["doctor", "--probe", "--json"], {
      env: { ...env, STATUSHUB_API_KEY: "emulator-editor-key" },
    });
    const hubs = findingsOf(stdout, "hub");
    expect(hubs.map((hub) => hub.status)).toEqual(["unknown", "unknown", "unknown"]);
    expect(hubs[0]?.text).toContain("manager or admin, if StatusHub reports missing permissions");
  });

  it("detects other clients of the key with --probe", async () => {
    const [free, busy] = [await startAccount(), await startAccount({ limits: "real" })];
    busy.emulator.setOtherClient({ reads: 12 });
    const alone = await statushub(["doctor", "--probe", "--json"], { env: free.env });
    const shared = await statushub(["doctor", "--probe", "--json"], { env: busy.env });
    expect(findingsOf(alone.stdout, "limit")[0]?.text).toMatch(/^no sign of other clients in 30 reads/);
    expect(findingsOf(shared.stdout, "limit")[0]?.text).toMatch(/another client probably uses this key$/);
  });

  it("sends a few GET requests without --probe, and lists the checks that it skipped", async () => {
    const { emulator, env } = await startAccount();
    const { stdout } = await statushub(["doctor", "--json"], { env });
    expect(new Set(emulator.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(emulator.requests.length).toBeLessThan(5);
    for (const name of ["role", "limit"]) {
      expect(findingsOf(stdout, name)).toMatchObject([
        { status: "unknown", text: expect.stringMatching(/^not checked: --probe /) },
      ]);
    }
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

  it("continues with the other checks after a probe has failed", async () => {
    const { emulator, env } = await startAccount();
    emulator.faults.add({ operation: "updateService", status: 500, times: 99 });
    const { stdout } = await statushub(["doctor", "--probe", "--json"], { env });
    expect(findingsOf(stdout, "hub")[0]).toMatchObject({
      status: "unknown",
      text: expect.stringContaining("the role is unknown (500)"),
    });
    expect(findingsOf(stdout, "limit")).toMatchObject([{ status: "ok" }]);
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
