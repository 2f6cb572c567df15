import { describe, expect, it } from "vitest";
import { pulumiFailed } from "../../../cli/errors/command.ts";
import { PreviewError } from "../../../cli/project/pulumi-preview.ts";
import { renderFailure } from "../../../cli/report/failed.ts";
import { CommandError } from "../../../cli/terminal/failure.ts";
import { projectWith } from "../fake-project.ts";
import { statushub } from "../statushub.ts";

const heading = { title: "Status page preview", failed: "The preview failed." };
const rendered = (...errors: string[]) => renderFailure(heading, new PreviewError("", errors));

/** As Pulumi prints it. */
const rejected = (name: string) =>
  `statushub:index:Service resource '${name}' has a problem: groupId: must be a whole number from 1. [SH2001]`;

describe("the comment of a preview that fails", () => {
  it("has our errors, each once, and the number of the others", () => {
    const thrown =
      "Running program '/home/me/index.ts' failed with an unhandled exception:\nError: key-of-mine\n    at main";
    expect(rendered(rejected("api"), thrown, rejected("api"), "aws: token-of-mine", rejected("web"))).toBe(
      [
        "## Status page preview",
        "**The preview failed.**",
        `- \`${rejected("api")}\`\n- \`${rejected("web")}\``,
        "2 other errors are only in the log.\n",
      ].join("\n\n"),
    );
  });

  it("has ten of them, and says how many more there are", () => {
    const text = rendered(...Array.from({ length: 13 }, (_, index) => rejected(`s${index}`)));
    expect(text.match(/^- /gm)).toHaveLength(10);
    expect(text).toMatch(/\n\nand 3 more\n$/);
  });

  it("has our line of an error that the program throws, without its stack", () => {
    const thrown =
      'Running program failed:\nRangeError: "noon" is not a local time. [SH2013]\n    at file:///home/me/key.ts';
    expect(rendered(thrown)).toBe(
      '## Status page preview\n\n**The preview failed.**\n\n- `"noon" is not a local time. [SH2013]`\n',
    );
  });

  it("has all of an error that is a list, on one line", () => {
    expect(rendered("It equals another one.\n  - To take it, declare adopt.\n  - Or don't. [SH4004]")).toContain(
      "- `It equals another one. - To take it, declare adopt. - Or don't. [SH4004]`\n",
    );
  });

  it("shows names as code, in which they mention nobody", () => {
    expect(rendered("@team `x` <b> [SH2001]")).toContain("- `` @team `x` <b> [SH2001] ``\n");
  });

  it.each([
    ["Pulumi's own", new CommandError(pulumiFailed.step({ purpose: "read it", reason: "token-of-mine", advice: "" }))],
    ["one before the preview", new PreviewError("token-of-mine [SH6005]", [])],
    ["any other", new TypeError("token-of-mine")],
  ])("only counts an error that is %s", (_, error) => {
    expect(renderFailure(heading, error)).toBe(
      "## Status page preview\n\n**The preview failed.**\n\n1 other error is only in the log.\n",
    );
  });

  it("has an error of ours from outside of the preview", () => {
    expect(renderFailure(heading, new Error("StatusHub rejected the API key. [SH1003]"))).toContain("[SH1003]`\n");
  });
});

it.each([
  ["preview", "## Status page preview\n\n**The preview failed.**"],
  ["drift", "## Status page drift\n\n**The comparison failed.**"],
])("%s --markdown prints the comment, and the first error for the log", async (command, start) => {
  const diagnostics = [{ severity: "error", message: `error: ${rejected("api")}\n` }];
  const printed = JSON.stringify({ diagnostics });
  const { folder, PATH } = await projectWith(
    `case "$1" in preview) cat <<'END'\n${printed}\nEND\nexit 1;; *) echo '{"deployment":{}}';; esac`,
  );
  const run = (...options: string[]) =>
    statushub([command, "--stack", "prod", ...options], { cwd: folder, env: { PATH } });
  const stderr = expect.stringContaining("groupId: must be a whole number from 1. [SH2001]\n");
  expect(await run("--markdown")).toEqual({ code: 1, stdout: `${start}\n\n- \`${rejected("api")}\`\n`, stderr });
  expect(await run()).toEqual({ code: 1, stdout: "", stderr });
});
