import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandLine } from "../../cli/command-line.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { failing, startAccount, startStatushub, statushub } from "./statushub.ts";

const commands = ["doctor", "adopt", "preview", "drift", "during", "incident"];

function helpOf(name: string): string {
  const command = commandLine.commands.find((each) => each.name() === name);
  const texts: string[] = [];
  command?.configureOutput({ writeOut: (text) => texts.push(text) }).outputHelp();
  return texts.join("");
}

it.each(commands)("%s says in its help what its exit codes mean, and how it is used", (command) => {
  const help = helpOf(command);
  expect(help).toMatch(/Exit code: 0 /);
  expect(help).toMatch(new RegExp(`Examples:\\n  \\$ npx pulumi-statushub ${command}`));
  // Keys must not be on a command line.
  expect(help).not.toMatch(/--(api-)?key/);
});

it("prints its version, and rejects unknown commands with one line", async () => {
  const { version } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
  expect(await statushub(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  const unknown = await statushub(["adopt", "--nonsense"]);
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toBe("error: unknown option '--nonsense'\nAdd --help to see how it is used.\n");
});

it.each([["stack", "prod"], ["force"], ["dry-run"]])(
  "rejects an option of adopt that would do nothing: --%s",
  async (option, value = "") => {
    const { code, stderr } = await statushub(["adopt", "acme", "--json", `--${option}`, ...(value && [value])]);
    expect({ code, stderr }).toEqual(failing(new RegExp(`cannot be used with option '(-s, )?--${option}`)));
  },
);

it("says on an older Node which one it needs, before it imports anything that such a Node can't link", async () => {
  const preload = `
      import { registerHooks } from "node:module";
      Object.defineProperty(process.versions, "node", { value: "20.19.0" });
      registerHooks({
        resolve(specifier, context, next) {
          if (!/^file:|\\/(index|versions|errors|problem)\\.ts$/.test(specifier)) throw new SyntaxError(specifier);
          return next(specifier, context);
        },
      });`;
  const NODE_OPTIONS = `--import="data:text/javascript,${encodeURIComponent(preload)}"`;
  expect(await statushub(["doctor"], { env: { NODE_OPTIONS } })).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^[^\n]*22\.19[^\n]*20\.19\.0[^\n]*\n$/),
  });
});

it("says that the folder doesn't exist, rather than that pulumi is missing", async () => {
  const { code, stderr } = await statushub(["drift", "--cwd", join(await temporaryFolder(), "missing")]);
  expect({ code, stderr }).toEqual(failing("There is no such folder. [SH6013]"));
});

it.runIf(existsSync("/dev/full"))("says in one line that the output can't be written", async () => {
  const through = ["sh", "-c", 'exec "$0" "$@" > /dev/full'];
  const stderr = "ENOSPC: no space left on device, write.\n";
  expect(await statushub(["doctor"], { through })).toEqual({ code: 1, stdout: "", stderr });
});

it("ends with Ctrl-C while it waits for a response, and leaves no files behind", async () => {
  const { emulator, env } = await startAccount();
  const cwd = await temporaryFolder();
  emulator.faults.add({ method: "GET", hang: true, times: Number.POSITIVE_INFINITY });
  const child = startStatushub(["adopt", "acme", "--json"], { cwd, env });
  const exit = once(child, "exit");
  while (emulator.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  child.kill("SIGINT");
  // Without the signal, the request would reach its time limit, be sent again, and end with 1.
  expect(await exit).toEqual([null, "SIGINT"]);
  expect(emulator.requests).toHaveLength(1);
  expect(await readdir(cwd)).toEqual([]);
});

it("finishes its work and keeps its exit code after the reader has closed the pipe", async () => {
  const { env } = await startAccount();
  const child = startStatushub(["adopt", "acme", "--json"], { env });
  let shown = "";
  child.stderr.on("data", (text) => {
    shown += text;
  });
  child.stdout.destroy();
  const [code] = await once(child, "close");
  expect({ code, shown }).toEqual({ code: 0, shown: "" });
});
