import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMark } from "../../../cli/probe/probed-kinds.ts";
import { type Exchange, redact } from "../../../cli/probe/recording.ts";
import { describeReport, exitCodeOf, type Report, reportOn } from "../../../cli/probe/report.ts";
import { readText } from "../../../tools/engine/local.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { startAccount, startStatushub, statushub } from "../statushub.ts";
import { preset } from "./scene.ts";

const start = (options = {}) => startAccount({ preset, ...options });

const schema = z.fromJSONSchema(JSON.parse(readText("docs/probe.schema.json")));

test("reads by default, and prints what differs with its effect, its request and the options of the emulator", async () => {
  const { emulator, env } = await start({ assume: { "record-ids": "text" } });
  const { code, stdout, stderr } = await statushub(["probe"], { env });
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^record-ids=text\n {2}assumed .*\n {2}seen +All IDs are strings\.\n {2}effect +It works\.\n {2}request +GET \/hubs/,
  );
  expect(stdout).toContain("npx pulumi-statushub emulator --assume record-ids=text\n");
  expect(stdout).toContain('createEmulator({ assume: {"record-ids":"text"} })');
  expect(stdout).toContain("needs --write services:");
  expect(stdout).toMatch(/pulumi-statushub \d+\.\d+\.\d+, assumptions [0-9a-f]{8}, \d+ requests\.\n$/);
  expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
  expect(stderr).toBe("");
});

test("prints JSON as the schema says, keeps a recording without the account's texts, and judges that again", async () => {
  const { env } = await start({ assume: { "null-values": "left-out" } });
  const cwd = await temporaryFolder();
  const args = ["probe", "--hub", "acme", "--write", "templates", "--yes", "--json"];
  const { code, stdout } = await statushub([...args, "--record", "kept"], { env, cwd });
  const report = JSON.parse(stdout) as Report;
  expect(code).toBe(2);
  expect(schema.safeParse(report).error).toBeUndefined();
  expect(report.assume).toEqual({ "null-values": "left-out" });
  const kept = readFileSync(join(cwd, "kept/probe.json"), "utf8");
  expect(kept).not.toMatch(/acme|Down & out|example\.com|key-of/i);
  const again = await statushub(["probe", "--replay", "kept", "--json"], { env: {}, cwd });
  expect(JSON.parse(again.stdout)).toMatchObject({ assume: report.assume, requests: report.requests });
});

test("[PRB-1] asks before the first write, which --yes confirms, and tells what it will do", async () => {
  const { emulator, env } = await start();
  const { code, stderr } = await statushub(["probe", "--hub", "acme", "--write", "all"], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/services +a service, which VISITORS SEE/);
  expect(stderr).toMatch(/drafts +2 silent drafts .* YOUR TEAM IS NOTIFIED/);
  expect(stderr).toContain("Pass --yes to confirm");
  expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
});

test("tells a newcomer what is wrong: key, hub, several hubs, base URL, role", async () => {
  const { emulator, env } = await start();
  const run = async (args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const { code, stdout, stderr } = await statushub(["probe", ...args], { env: { ...env, ...more } });
    return `${code} ${stdout}${stderr}`;
  };
  const [wrongKey, noHub, severalHubs, wrongUrl, readOnly] = await Promise.all([
    run([], { STATUSHUB_API_KEY: "unknown-key" }),
    run(["--hub", "nope"]),
    run(["--write", "--yes"]),
    run([], { STATUSHUB_BASE_URL: emulator.url.replace("/v3", "") }),
    run(["--hub", "acme", "--write", "--yes"], { STATUSHUB_API_KEY: "key-of-the-read-only" }),
  ]);
  expect(wrongKey).toMatch(/^1 .* rejects the key \(401\)/);
  expect(noHub).toMatch(/^1 The key doesn't see the hub nope: .* It sees: acme, empty\. \[SH6601]/);
  expect(severalHubs).toMatch(/^1 The key sees several hubs.*acme, empty/);
  expect(wrongUrl).toMatch(/^1 .* returns 404/);
  expect(readOnly).toMatch(/^0 No difference/);
  expect(readOnly).toContain("the key may not write incident templates (403): use one with a higher role:");
});

test("with --only, asks and reports one guess, and never ends with 0 if nothing could be tried", async () => {
  const { emulator, env } = await start();
  const one = await statushub(["probe", "--hub", "acme", "--only", "hidden-hub", "--write", "all", "--json"], { env });
  expect(one.code).toBe(1);
  expect(Object.keys((JSON.parse(one.stdout) as Report).answers)).toEqual(["hidden-hub"]);
  expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
  const wrong = await statushub(["probe", "--only", "nothing"], { env });
  expect(wrong.stderr).toContain("must be one of service-list, ");
  const empty = await statushub(["probe", "--hub", "empty"], { env });
  expect(empty).toMatchObject({ code: 0, stdout: expect.stringMatching(/needs --write templates:\n.*current-lists/) });
  const noRecording = await statushub(["probe", "--replay", "nowhere"], { env });
  expect(noRecording).toMatchObject({ code: 1, stderr: expect.stringMatching(/nowhere.*\[SH6604]/) });
});

test.each(["null", "{}", '{"recording":{"mark":"m","areas":[],"skipped":{},"exchanges":[{}]}}'])(
  "says that %s is no recording",
  async (text) => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, "probe.json"), text);
    const { code, stderr } = await statushub(["probe", "--replay", "."], { env: {}, cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/probe\.json can't be read as a recording \(it is another JSON file\).*\[SH6604]/);
  },
);

test("sends nothing if the recording could not be written, or no hub is named", async () => {
  const { emulator, env } = await start();
  const cwd = await temporaryFolder();
  writeFileSync(join(cwd, "taken"), "");
  const run = async (...args: string[]) => (await statushub(["probe", ...args], { env, cwd })).stderr;
  const messages = await Promise.all([run("--record", "taken"), run("--record", "/proc/none"), run("--hidden", "")]);
  expect(messages).toEqual([
    expect.stringMatching(/^Files can't be written to \S+taken \(EEXIST\)\. Name another folder.*\[SH6017\]$/m),
    expect.stringMatching(/^Files can't be written to \/proc\/none \(ENOENT\)/),
    expect.stringContaining("'--hidden <subdomain>' argument '' is invalid. must be the subdomain of a hub"),
  ]);
  expect(emulator.requests).toEqual([]);
});

test("a recording says what is left, without the name of the hub", async () => {
  const { env } = await start({ assume: { "delete-effect": "none" } });
  const cwd = await temporaryFolder();
  const args = ["probe", "--hub", "acme", "--write", "templates", "--yes", "--record", "kept"];
  const { stdout } = await statushub(args, { env, cwd });
  const [, named = ""] = /(incident template \d+) on hub acme/.exec(stdout) ?? [];
  const { left } = JSON.parse(readFileSync(join(cwd, "kept/probe.json"), "utf8")) as Report;
  expect(left).toEqual([`${named} on hub HUB`]);
});

const mark = createMark(0, "abc");
const answered = { step: "a step", method: "GET", status: 200, at: 0, took: 1 };

const exchange = (path: string, value: object, more: Partial<Exchange> = {}): Exchange => ({
  ...{ ...answered, path: `/hubs/acme${path}`, text: JSON.stringify(value) },
  ...more,
});

const recordingOf = (...exchanges: Exchange[]) => ({ mark, areas: [], skipped: {}, exchanges });

test("[MSG-1] a recording holds nothing of a configuration, whatever its keys are", () => {
  const configuration = { type: "typeToken", id: "idToken", state: "stateToken", pin: 4711, keyToken: null };
  const list = exchange("/subscriptions", { data: [{ id: 1, configuration, label: null }] });
  const { exchanges } = redact(recordingOf(list));
  expect(exchanges[0]?.text).toBe('{"data":[{"id":1,"configuration":{},"label":null}]}');
});

test("[MSG-1] a recording holds no text of the account that begins one of ours, and no key that isn't a field's", () => {
  const sent = { title: `${mark}-1`, public_name: "API test", body: "Created by pulumi-statushub probe" };
  const theirs = { id: 1, name: "API", title: "Create", body: "p" };
  const ours = { id: 2, title: "PULUMI-STATUSHUB", public_name: "API", body: "Created by pulumi" };
  const names = { "Bank of Acme": 1, acme: 2, kTp4XqZ: 3 };
  const first = exchange("/services", { data: [theirs], names });
  const created = exchange("/services", ours, { method: "POST", sent });
  const { exchanges } = redact(recordingOf(first, created, exchange("/services", { data: [theirs, ours] })));
  const hidden = { id: 1, name: "(text of 3)", title: "(text of 6)", body: "(text of 1)" };
  expect(exchanges.map(({ text }) => JSON.parse(text))).toEqual([
    { data: [hidden], names: { "(text of 12)": 1, HUB: 2, "(text of 7)": 3 } },
    ours,
    { data: [hidden, ours] },
  ]);
});

test("[PRB-3] after Ctrl-C and the like, the records are removed and the report is printed", async () => {
  const interrupt = async (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => {
    const { emulator, env } = await start();
    const child = startStatushub(["probe", "--hub", "acme", "--write", "--yes"], { env });
    const output: string[] = [];
    child.stdout.on("data", (text: Buffer) => void output.push(String(text)));
    child.stderr.on("data", (text: Buffer) => void output.push(String(text)));
    const closed = once(child, "close");
    while (emulator.requests.filter(({ method }) => method === "POST").length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    child.kill(signal);
    expect(await closed).toEqual([1, null]);
    expect(output.join("")).toMatch(/Interrupted\. Removing .*assumptions? tried.*The command was interrupted/s);
    const templates = emulator.records("incident_templates").filter(({ labels }) => labels.join().includes("probe"));
    expect(templates.length).toBeGreaterThan(1);
    expect(templates.every(({ deleted }) => deleted)).toBe(true);
  };
  await Promise.all([interrupt("SIGINT"), interrupt("SIGTERM"), interrupt("SIGHUP")]);
});

test("a guess that was observed to hold and differs now is an alarm", () => {
  const recording = recordingOf(exchange("", { hub: { id: 1 } }, { step: "hub" }));
  const seen = { guess: "record-shape", answer: "holds", region: "eu", version: "0.1.0", evidence: "eu.json" };
  const report = reportOn(recording, [], ["record-shape"], [{ ...seen, date: "2027-01-31" }]);
  expect(report.answers["record-shape"]).toMatchObject({ difference: "wrapped", changedSince: "2027-01-31" });
  expect(describeReport(report, false)).toContain("\n  changed since 2027-01-31\n");
  expect(reportOn(recording, [], ["record-shape"], []).answers["record-shape"]).not.toHaveProperty("changedSince");
});

test("an effect that is the same as another is spelled out", () => {
  const recording = recordingOf(exchange("/services", {}, { step: "list", status: 404 }));
  const text = describeReport(reportOn(recording, [], ["service-list"]), false);
  expect(text).toMatch(/^service-list=not-found\n.*\n.*\n {2}effect {3}Services are read one by one\./);
});

test("the exit code is 1 if nothing was tried or something is left, and 2 if anything differs", () => {
  const nothing = reportOn(recordingOf(), []);
  const of = (answer: "holds" | "otherwise", left: string[] = []) =>
    exitCodeOf({ ...nothing, left, answers: { texts: { answer, seen: "" } } });
  expect([exitCodeOf(nothing), of("holds"), of("otherwise"), of("holds", ["template 1"])]).toEqual([1, 0, 2, 1]);
});
