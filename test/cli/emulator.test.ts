import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { startProcess } from "../emulator/state/process.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { statushub } from "./statushub.ts";

const manifest = join(repositoryRoot, "package.json");

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "prints how to use it, keeps its records, and ends cleanly on %s",
  async (signal) => {
    const args = ["--data", join(await temporaryFolder(), "data")];
    const { said, url, put, control, stop } = await startProcess(args);
    expect(said).toContain(`STATUSHUB_BASE_URL=${url}`);
    expect(said).toContain("STATUSHUB_API_KEY=emulator-admin-key");
    expect(said).toContain(`pulumi config set statushub:baseUrl ${url}`);
    expect(said).toContain("pulumi config set --secret statushub:apiKey emulator-admin-key");
    expect(await control("GET", "")).toMatchObject({ body: { api: url } });
    expect(await put("/hubs/acme", { name: "Renamed" })).toMatchObject({ status: 200 });
    expect(await stop(signal)).toEqual([0, null]);

    const { get } = await startProcess(args);
    expect(await get("/hubs/acme")).toMatchObject({ body: { name: "Renamed" } });
  },
);

it("prints one line if it can't start", async () => {
  const { port } = new URL((await startProcess([])).url);
  expect(await statushub(["emulator", "--port", port])).toEqual({
    code: 1,
    stdout: "",
    stderr: `The emulator cannot listen on port ${port} of 127.0.0.1, probably because another process uses it. Choose a different port; 0 takes any free one. [SH9002]\n`,
  });
});

it("is stricter, and has no limits, if asked", async () => {
  const { put } = await startProcess(["--no-limits", "--strict"]);
  const responses = await Promise.all(Array.from({ length: 9 }, () => put("/hubs/acme", { unknown: 1 })));
  expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(422));
});

it.each([
  [["--port", "70000"], "from 0 to 65535"],
  [["--limits", "many"], "two whole numbers"],
  [["--series-days", "-1"], "a whole number of days"],
  [["--assume", "record-ids=words"], "record-ids=text, record-ids=maintenance-numbers"],
  [["--assume", "trim=name"], "trim=<resource>.<field>."],
  [["--no-limits", "--limits", "1,1"], "option '--no-limits' cannot be used with option '--limits <reads,writes>'"],
  [["--limits", "1,1", "--no-limits"], "option '--no-limits' cannot be used with option '--limits <reads,writes>'"],
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
  const { get } = await startProcess(["--limits", "2,1", "--documented-only", "--series-days", "0", ...assumed]);
  const { hub } = (await get("/hubs/acme")).body;
  expect([hub, "id" in hub, "name" in hub]).toMatchObject([{ subdomain: "acme" }, false, false]);
  expect(await get("/hubs/acme/services")).toMatchObject({ status: 405 });
  expect(await get("/hubs/acme")).toMatchObject({ status: 429 });
});

it("serves an example page with all its records from a preset", async () => {
  const { url } = await startProcess(["--preset", "examples/cloud-gov/filled-account.json"]);
  const { services } = JSON.parse(await readFile("examples/cloud-gov/page.json", "utf8"));
  const page = await (await fetch(`${new URL(url).origin}/hubs/cloud-gov`)).text();
  for (const { name } of services) expect(page).toContain(name.replaceAll("&", "&amp;"));
});

it("prefers the records of the data file to those of a preset, and says so", async () => {
  const folder = await temporaryFolder();
  const [preset, data] = [join(folder, "preset.json"), join(folder, "data")];
  const keys = [{ key: "mine", role: "admin", owner: "me@example.com" }];
  await writeFile(preset, JSON.stringify({ hubs: [{ subdomain: "mine", name: "Mine" }], keys }));
  await (await startProcess(["--data", data])).stop("SIGTERM");

  const { get, control } = await startProcess(["--data", data, "--preset", preset], { last: "after a reset." });
  const hubs = async () => (await get("/hubs", "mine")).body;
  expect(await hubs()).toMatchObject({ data: [{ subdomain: "acme" }, { subdomain: "globex" }] });
  await control("POST", "/reset");
  expect(await hubs()).toMatchObject({ data: [{ subdomain: "mine" }] });
});
