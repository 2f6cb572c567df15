import { expect, it } from "vitest";
import { checkPair, checkPulumi, checkTypeScript } from "../../cli/doctor/action.ts";
import type { Fault } from "../../emulator/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { startAccount, statushub } from "./statushub.ts";

type Finding = Record<"name" | "status" | "text", string>;

const findingsOf = (stdout: string, name: string): Finding[] =>
  (JSON.parse(stdout) as { findings: Finding[] }).findings.filter((finding) => finding.name === name);

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

it.each<[says: string, Fault, status: string, text: RegExp]>([
  ["waits for the end of a short failure", { status: 503 }, "ok", /./],
  ["reports a problem of StatusHub", { status: 503, times: 99 }, "failed", /fails \(503\)\. StatusHub has a problem/],
  [
    "says that the limit is reached, and names another client only as one cause",
    { status: 429, headers: { "Retry-After": "600" }, times: 99 },
    "failed",
    /^StatusHub is rate-limiting reads for this API key (?!.*probably).*; retry at .*\. If another/,
  ],
])("%s", async (_, fault, status, text) => {
  const { emulator, env } = await startAccount();
  emulator.faults.add({ method: "GET", ...fault });
  const { stdout } = await statushub(["doctor", "--json"], { env });
  expect(findingsOf(stdout, "account")).toMatchObject([{ status, text: expect.stringMatching(text) }]);
});

it("gives advice without a key, with a wrong key and for an unreachable host, and shows no key", async () => {
  const { env } = await startAccount();
  const wrong = "a-key-that-nobody-knows";
  const without = await statushub(["doctor"]);
  const rejected = await statushub(["doctor"], { env: { ...env, STATUSHUB_API_KEY: wrong } });
  const nowhere = await statushub(["doctor", "--base-url", "http://127.0.0.1:9/api/v3"], { env });

  const advice = "pulumi config set --secret statushub:apiKey";
  expect(without).toMatchObject({ code: 1, stdout: expect.stringContaining(advice) });
  expect(rejected).toMatchObject({ code: 1, stdout: expect.stringContaining("rejects the key") });
  expect(nowhere).toMatchObject({ code: 1, stdout: expect.stringContaining("cannot be reached") });
  expect(rejected.stdout + rejected.stderr).not.toContain(wrong);
});

it("ends in the code of what is missing, if the configuration of the stack can't be read either", async () => {
  const cwd = await temporaryFolder({ "Pulumi.yaml": "name: scratch\nruntime: nodejs\n" });
  const { stdout } = await statushub(["doctor", "--json"], { cwd });
  const [key] = findingsOf(stdout, "key");
  expect(key?.text).toMatch(/The stack configuration could not be read: .*\[SH1001\]$/);
});

it.each([
  ["6.0.3", "ok"],
  ["7.0.2", "failed"],
])("reports TypeScript %s in a project as %s", async (version, status) => {
  const cwd = await temporaryFolder({
    "Pulumi.yaml": "name: scratch\nruntime: nodejs\n",
    "node_modules/typescript/package.json": JSON.stringify({ name: "typescript", version }),
  });
  expect(checkTypeScript(cwd)).toMatchObject([{ status, text: expect.stringContaining(version) }]);
});

it.each([
  [undefined, "failed"],
  ["3.253.9", "warning"],
  ["3.254.0", "ok"],
])("reports the CLI %s as %s", (found, status) => {
  expect(checkPulumi(found)).toMatchObject({ status });
});

it.each([
  { cli: "3.259.0", sdk: "3.276.0", warned: ["warning"] },
  { cli: "3.271.0", sdk: "3.276.0", warned: [] },
  { cli: "3.259.0", sdk: "3.270.0", warned: [] },
  { cli: "3.276.0", sdk: "3.216.0", warned: [] },
  { cli: "3.259.0", sdk: undefined, warned: [] },
])("warns of pulumi $cli with the SDK $sdk only if their previews are wrong", ({ cli, sdk, warned }) => {
  const findings = checkPair({ cli, sdk });
  expect(findings.map(({ status }) => status)).toEqual(warned);
  expect(findings.every(({ text }) => /Install pulumi 3\.271\.0 or newer\. \[SH6512\]$/.test(text))).toBe(true);
});
