import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, inject, test } from "vitest";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { sender } from "../cli/fill.ts";
import { statushub } from "../cli/statushub.ts";
import { createPage } from "../engine/page.ts";

/** Waits for Ctrl-C. A shell couldn't, if the tests run in the background, where it can't trap the signal. */
const wait = `
  process.on("SIGINT", () => process.exit(1));
  setInterval(() => undefined, 1000);
  require("node:fs").writeFileSync(process.env.TMPDIR + "/../importing", String(process.pid));
`;

/**
 * The CLI, whose import does something else: it writes its process ID and waits for Ctrl-C, fails, or fails after it has
 * imported the records.
 */
const cli = `#!/bin/sh
if [ "$1" = import ] && [ -n "$AT_IMPORT" ]; then
  case "$AT_IMPORT" in
    wait) exec "${process.execPath}" --eval '${wait}' ;;
    fail) ;;
    fail-late) "$REAL" "$@" ;;
  esac
  exit 1
fi
exec "$REAL" "$@"
`;

test("[ADO-15] however adopt ends, the program and the configuration are as before unless the state has the records, and no file keeps a secret", async () => {
  const page = await createPage({ program: "export {};" });
  const send = sender(page.emulator, "acme");
  await send("POST", "/services", { name: "Website", group_id: 1 });
  const subscription = { method_name: "webhook", services_selection: { all: true }, label: "On call" };
  await send("POST", "/subscriptions", { ...subscription, address: "https://hooks.example.com/private" });
  page.takeWrites();
  const temporary = join(page.folder, ".elsewhere/temporary");
  const binaries = join(page.folder, ".elsewhere/bin");
  for (const folder of [temporary, binaries]) await mkdir(folder, { recursive: true });
  await writeFile(join(binaries, "pulumi"), cli);
  await chmod(join(binaries, "pulumi"), 0o755);
  const environment = (atImport: string) => ({
    ...page.environment,
    PATH: [binaries, page.environment.PATH].join(delimiter),
    REAL: inject("pulumi").path,
    TMPDIR: temporary,
    AT_IMPORT: atImport,
  });
  const adopt = (atImport: string, ...flags: string[]) =>
    statushub(["adopt", "acme", "--yes", ...flags], { cwd: page.folder, env: environment(atImport) });
  /** Ends the command during the import. */
  const endBy = async (signal: NodeJS.Signals) => {
    const importing = once(watch(join(temporary, "..")), "change");
    const child = spawn(process.execPath, [join(repositoryRoot, "cli/index.ts"), "adopt", "acme", "--yes"], {
      cwd: page.folder,
      env: environment("wait"),
      stdio: ["ignore", "ignore", "ignore"],
    });
    await importing;
    child.kill(signal);
    const [code] = await once(child, "exit");
    return code;
  };
  const kept = async () => ({
    program: await readFile(join(page.folder, "index.ts"), "utf8"),
    project: await readFile(join(page.folder, "Pulumi.yaml"), "utf8"),
    settings: Object.keys((await page.pulumiJson("config")) as object),
    records: Object.keys(await page.state()),
    temporary: (await readdir(temporary)).filter((name) => name.startsWith("pulumi-statushub-import")),
  });
  const before = await kept();

  expect(await adopt("fail")).toMatchObject({ code: 1, stderr: expect.stringContaining("every file was restored") });
  expect(await kept()).toEqual(before);
  expect(await endBy("SIGINT")).toBe(130);
  expect(await kept()).toEqual(before);

  await endBy("SIGKILL");
  const [left = ""] = (await kept()).temporary;
  expect((await stat(join(temporary, left))).mode & 0o777).toBe(0o700);
  process.kill(Number(await readFile(join(temporary, "../importing"), "utf8")), "SIGINT");

  const late = await adopt("fail-late");
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining("Run this command again") });
  expect(await kept()).toMatchObject({ temporary: [], settings: ["scratch:onCallAddress"] });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);
});
