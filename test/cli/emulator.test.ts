import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { clientOf } from "../emulator/emulation.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { startStatushub, statushub } from "./statushub.ts";

function start(...args: string[]): ChildProcess {
  const child = startStatushub(["emulator", "--port", "0", ...args], { cwd: repositoryRoot });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function greeting(child: ChildProcess, end = "Ctrl-C stops it."): Promise<string> {
  let said = "";
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    if (said.includes(end)) break;
  }
  return said;
}

const apiKey = "emulator-admin-key";

const manifest = join(repositoryRoot, "package.json");

/** A client of an emulator that has said this. */
function apiOf(said: string) {
  const [, url = ""] = /^StatusHub emulator listening on (http:\/\/127\.0\.0\.1:\d+\/api\/v3)$/m.exec(said) ?? [];
  return { url, ...clientOf({ url, controlUrl: new URL("/_emulator", url).href, apiKey }) };
}

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "prints how to use it, keeps its records, and ends cleanly on %s",
  async (signal) => {
    const data = join(await temporaryFolder(), "data");
    const first = start("--data", data);
    const said = await greeting(first);
    const { url, put } = apiOf(said);
    expect(said).toContain(`STATUSHUB_BASE_URL=${url}`);
    expect(said).toContain(`STATUSHUB_API_KEY=${apiKey}`);
    expect(said).toContain(`pulumi config set statushub:baseUrl ${url}`);
    expect(said).toContain(`pulumi config set --secret statushub:apiKey ${apiKey}`);
    const controls = /^Controls +(\S+)$/m.exec(said)?.[1] ?? "";
    expect(await (await fetch(controls)).json()).toMatchObject({ api: url });
    expect(await put("/hubs/acme", { name: "Renamed" })).toMatchObject({ status: 200 });
    first.kill(signal);
    expect(await once(first, "exit")).toEqual([0, null]);

    const second = start("--data", data);
    const { get } = apiOf(await greeting(second));
    expect(await get("/hubs/acme")).toMatchObject({ body: { name: "Renamed" } });
  },
);

it("prints one line if it can't start", async () => {
  const port = new URL(apiOf(await greeting(start())).url).port;
  expect(await statushub(["emulator", "--port", port])).toEqual({
    code: 1,
    stdout: "",
    stderr: `The emulator cannot listen on port ${port} of 127.0.0.1, probably because another process uses it. Choose a different port; 0 takes any free one. [SH9002]\n`,
  });
});

it("is stricter, and has no limits, if asked", async () => {
  const { put } = apiOf(await greeting(start("--no-limits", "--strict")));
  const responses = await Promise.all(Array.from({ length: 9 }, () => put("/hubs/acme", { unknown: 1 })));
  expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(422));
});

it.each([
  [["--port", "70000"], "from 0 to 65535"],
  [["--limits", "many"], "two whole numbers"],
  [["--series-days", "-1"], "a whole number of days"],
  [["--assume", "record-ids=words"], "record-ids=text, record-ids=maintenance-numbers"],
  [["--assume", "trim=name"], "trim=<resource>.<field>."],
  [["--assume", "trim=services.nope"], "assume.trim[0] must be a field of services: group_id, name, "],
  [["--no-limits", "--limits", "1,1"], "option '--no-limits' cannot be used with option '--limits <reads,writes>'"],
  [["--limits", "1,1", "--no-limits"], "option '--no-limits' cannot be used with option '--limits <reads,writes>'"],
  [["--data", "/dev/null"], "/dev/null: it is not a regular file."],
  [["--preset", manifest], "package.json is not a preset of the emulator"],
])("rejects %j with a message and no stack trace", async (args, problem) => {
  const { code, stderr } = await statushub(["emulator", "--port", "0", ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain("    at ");
});

it("names a folder that it can't write to", async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o555);
  // As the user nobody, because root can write everywhere.
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const { stderr } = await statushub(["emulator", "--port", "0", "--data", `${folder}/data`], user);
  expect(stderr).toMatch(/^Cannot use the data file .*\/data: its folder or the file itself can't be written\..*\n$/);
});

it("has an option for each option of createEmulator", async () => {
  const differences = [
    "error-body=empty",
    "record-shape=wrapped",
    "inferred-operations=not-allowed",
    "omit=hubs.id",
    "omit=hubs.name",
  ];
  const assumed = differences.flatMap((each) => ["--assume", each]);
  const args = ["--limits", "2,1", "--documented-only", "--series-days", "0", ...assumed];
  const { get } = apiOf(await greeting(start(...args)));
  const { hub } = (await get("/hubs/acme")).body;
  expect([hub, "id" in hub, "name" in hub]).toMatchObject([{ subdomain: "acme" }, false, false]);
  expect(await get("/hubs/acme/services")).toMatchObject({ status: 405 });
  expect(await get("/hubs/acme")).toMatchObject({ status: 429 });
});

it("serves an example page with all its records from a preset", async () => {
  const started = await greeting(start("--preset", "examples/cloud-gov/filled-account.json"));
  const { services } = JSON.parse(await readFile("examples/cloud-gov/page.json", "utf8"));
  const page = await (await fetch(`${new URL(apiOf(started).url).origin}/hubs/cloud-gov`)).text();
  for (const { name } of services) expect(page).toContain(name.replaceAll("&", "&amp;"));
});

it("prefers the records of the data file to those of a preset, and says so", async () => {
  const folder = await temporaryFolder();
  const preset = join(folder, "preset.json");
  const keys = [{ key: "mine", role: "admin", owner: "me@example.com" }];
  await writeFile(preset, JSON.stringify({ hubs: [{ subdomain: "mine", name: "Mine" }], keys }));
  const data = join(folder, "data");
  const first = start("--data", data);
  await greeting(first);
  first.kill();
  await once(first, "exit");

  const second = start("--data", data, "--preset", preset);
  const { get, control } = apiOf(await greeting(second, "after a reset."));
  const hubs = async () => (await get("/hubs", "mine")).body;
  expect(await hubs()).toMatchObject({ data: [{ subdomain: "acme" }, { subdomain: "globex" }] });
  await control("POST", "/reset");
  expect(await hubs()).toMatchObject({ data: [{ subdomain: "mine" }] });
});
