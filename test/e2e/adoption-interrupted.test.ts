import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, test, vi } from "vitest";
import { fillLargePage } from "../cli/fill.ts";
import { failing, printing, startStatushub } from "../cli/statushub.ts";
import { createPage, stateFile } from "../engine/page.ts";
import { addScripts } from "../engine/project.ts";

/** Waits for Ctrl-C. A shell couldn't, if the tests run in the background, where it can't trap the signal. */
const wait = `
  process.on("SIGINT", () => {
    console.error("error: terminating immediately may lead to orphaned resources");
    process.exit(1);
  });
  setInterval(() => undefined, 1000);
  const { renameSync, writeFileSync } = require("node:fs");
  writeFileSync(process.env.TMPDIR + "/waiting", String(process.pid));
  renameSync(process.env.TMPDIR + "/waiting", process.env.TMPDIR + "/../waiting");
`;

const firstTwo = `
  const { resources } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  console.log(JSON.stringify({ resources: resources.slice(0, 2) }));
`;

/**
 * The CLI, which does something else at one moment, when it is run with some arguments: it writes its process ID and waits for
 * Ctrl-C, imports only two records, or fails after it has done what it was asked for.
 */
const cli = `
case "$*" in
  "$MOMENT"*)
    case "$DOING" in
      wait) exec "${process.execPath}" --eval '${wait}' ;;
      half) shift 3; "${process.execPath}" --eval '${firstTwo}' | "$REAL" import --file /dev/stdin "$@"; exit 1 ;;
      fail-late) "$REAL" "$@"; exit 1 ;;
    esac ;;
esac
exec "$REAL" "$@"`;

const stopped = (stderr: RegExp) => failing(stderr, 130);

type Doing = "wait" | "half" | "fail-late" | "all";

const sizes = { services: 2, templates: 1, subscriptions: 1, maintenances: 1 };

test("[ADO-15] however adopt ends, the project is as before unless the state has the records, no file keeps a secret, and the next run finishes", async () => {
  const page = await createPage({ program: "export {};" });
  await fillLargePage(page.send, sizes);
  page.takeWrites();
  const temporary = join(page.folder, ".elsewhere/temporary");
  await mkdir(temporary, { recursive: true });
  const scripted = await addScripts(page, { pulumi: cli });
  const command = ["adopt", "acme", "--yes", "--kind", "service", "subscription"];
  const environment = (doing: Doing, moment: string) => ({
    ...scripted,
    REAL: inject("pulumi").path,
    TMPDIR: temporary,
    DOING: doing,
    MOMENT: moment,
  });
  const adopt = (doing: Doing) => page.statushub(command, { env: environment(doing, "import") });
  const endBy = async (signal: NodeJS.Signals, moment: string) => {
    const waiting = join(temporary, "../waiting");
    await rm(waiting, { force: true });
    const child = startStatushub(command, { cwd: page.folder, env: environment("wait", moment) });
    const stderr = text(child.stderr);
    await vi.waitUntil(() => existsSync(waiting), { timeout: 300_000 });
    child.kill(signal);
    const [code] = await once(child, "exit");
    if (signal === "SIGKILL") process.kill(Number(await page.read(".elsewhere/waiting")), "SIGINT");
    return { code, stderr: await stderr };
  };
  const kept = async () => ({
    files: (await readdir(page.folder)).filter((name) => !name.startsWith(".")).toSorted(),
    program: await page.read("index.ts"),
    project: await page.read("Pulumi.yaml"),
    settings: Object.keys((await page.pulumiJson("config")) as object),
    records: Object.keys(await page.state()),
    isSecretLeft: (await page.texts(".elsewhere/temporary")).join().includes("hooks.example.com"),
  });
  const before = await kept();

  expect(await endBy("SIGINT", "import")).toEqual(
    stopped(/Nothing was imported.*\nThe command was interrupted\. .*pulumi cancel --yes --stack test/),
  );
  expect(await kept()).toEqual(before);

  await endBy("SIGKILL", "import");
  expect(await kept()).toEqual(before);
  expect(await adopt("half")).toMatchObject(failing("The state has 2 of 3 records"));
  const late = await adopt("fail-late");
  expect(late).toMatchObject(failing("Run this command again"));
  const { records, ...rest } = await kept();
  expect({ ...rest, records: before.records }).toEqual(before);
  expect(records.length).toBeGreaterThan(before.records.length);

  // A later step of another run is interrupted.
  expect(await endBy("SIGINT", "config set-all")).toEqual(stopped(/\nThe command was interrupted\./));
  expect(await kept()).toEqual({ ...before, records });

  expect(await adopt("all")).toMatchObject(printing("A preview shows no changes."));
  expect(await page.up()).toMatchObject(printing(/\n *4 unchanged\n/));
  expect(page.takeWrites()).toEqual([]);
  const texts = await Promise.all([stateFile, "index.ts", "Pulumi.test.yaml"].map(page.read));
  const tokens = page.emulator.records("services").map(({ token }) => token);
  for (const secret of ["hooks.example.com", ...tokens]) expect(texts.join()).not.toContain(secret);
});
