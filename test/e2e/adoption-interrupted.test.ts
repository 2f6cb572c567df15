import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { fillLargePage } from "../cli/fill.ts";
import { projectFile } from "../engine/native.ts";
import { createPage, stateFile } from "../engine/page.ts";
import { addScripts } from "../engine/project.ts";

/** Waits for Ctrl-C. A shell couldn't, if the tests run in the background, where it can't trap the signal. */
const wait = `
  process.on("SIGINT", () => process.exit(1));
  setInterval(() => undefined, 1000);
  const { renameSync, writeFileSync } = require("node:fs");
  writeFileSync(process.env.TMPDIR + "/waiting", String(process.pid));
  renameSync(process.env.TMPDIR + "/waiting", process.env.TMPDIR + "/../waiting");
`;

/**
 * The CLI, which does something else at one moment, when it is run with some arguments: it writes its process ID and waits for
 * Ctrl-C, or fails after it has done what it was asked for.
 */
const cli = `
case "$*" in
  "$MOMENT"*)
    case "$DOING" in
      wait) exec "${process.execPath}" --eval '${wait}' ;;
      fail-late) "$REAL" "$@"; exit 1 ;;
    esac ;;
esac
exec "$REAL" "$@"`;

type Doing = "wait" | "fail-late" | "all";

/** What adopt runs, one after the other. */
const moments = ["config set-all", "preview --refresh=false", "import --file", "preview --refresh=true"];

const sizes = { services: 2, templates: 1, subscriptions: 1, maintenances: 1 };

const lines = "resources: { main: { type: 'statushub:StatusPage', properties: { file: page.yaml } } }\n";

test("[ADO-15] however adopt ends, the project is as before unless the state has the records, no file keeps a secret, and the next run finishes", async () => {
  const page = await createPage({ program: "", files: { "Pulumi.yaml": projectFile("yaml", lines) } });
  await fillLargePage(page.send, sizes);
  page.takeWrites();
  const temporary = join(page.folder, ".elsewhere/temporary");
  await mkdir(temporary, { recursive: true });
  const scripted = await addScripts(page, { pulumi: cli });
  // The hub isn't named, but a page declares it.
  const command = ["adopt", "acme", "--as", "page", "--yes", "--kind", "service", "subscription"];
  const environment = (doing: Doing, moment: string) => ({
    ...scripted,
    REAL: inject("pulumi").path,
    TMPDIR: temporary,
    DOING: doing,
    MOMENT: moment,
  });
  const adopt = (doing: Doing) => page.statushub(command, { env: environment(doing, "import") });
  const endBy = async (signal: NodeJS.Signals, moment: string) => {
    const waiting = once(watch(join(temporary, "..")), "change");
    const child = spawn(process.execPath, [join(repositoryRoot, "cli/index.ts"), ...command], {
      cwd: page.folder,
      env: environment("wait", moment),
      stdio: ["ignore", "ignore", "ignore"],
    });
    await waiting;
    child.kill(signal);
    const [code] = await once(child, "exit");
    if (signal === "SIGKILL") process.kill(Number(await page.read(".elsewhere/waiting")), "SIGINT");
    return code;
  };
  const kept = async () => ({
    files: (await readdir(page.folder)).filter((name) => !name.startsWith(".")).toSorted(),
    project: await page.read("Pulumi.yaml"),
    settings: Object.keys((await page.pulumiJson("config")) as object),
    records: Object.keys(await page.state()),
    temporary: (await readdir(temporary)).filter((name) => name.startsWith("pulumi-statushub-import")),
  });
  const before = await kept();

  await page.write({ "Pulumi.yaml": projectFile("go") });
  const { code, stderr } = await adopt("all");
  expect(code).toBe(1);
  expect(stderr).toMatch(/every file was restored.*\nCould not compare .* with its page: /);
  expect(await kept()).toEqual({ ...before, project: projectFile("go") });
  await page.write({ "Pulumi.yaml": before.project });

  expect(await endBy("SIGINT", "import")).toBe(130);
  expect(await kept()).toEqual(before);

  for (const moment of moments.slice(0, 3)) await endBy("SIGKILL", moment);
  const [left = ""] = (await kept()).temporary;
  expect((await stat(join(temporary, left))).mode & 0o777).toBe(0o700);
  const late = await adopt("fail-late");
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining("Run this command again") });
  expect(await kept()).toMatchObject({ temporary: [] });

  // The next run imports this one into the page that the state has.
  const urn = "urn:pulumi:test::scratch::statushub:index:StatusPage$statushub:index:Service::main-service-0";
  expect(await page.pulumi("state", "delete", urn, "--force", "--yes")).toMatchObject({ code: 0 });
  await endBy("SIGKILL", moments[3] ?? "");
  expect(await adopt("all")).toMatchObject({ code: 0, stderr: expect.stringContaining("Nothing to adopt") });
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n *6 unchanged\n/) });
  expect(page.takeWrites()).toEqual([]);
  const texts = await Promise.all([stateFile, "page.yaml", "Pulumi.test.yaml"].map(page.read));
  const tokens = page.emulator.records("services").map(({ token }) => token);
  for (const secret of ["hooks.example.com", ...tokens]) expect(texts.join()).not.toContain(secret);
});
