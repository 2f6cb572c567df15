import { execFileSync } from "node:child_process";
import { Command } from "commander";
import { expect, it } from "vitest";
import { renderCompletion } from "../../cli/completion.ts";
import { statushub } from "./statushub.ts";

const program = new Command("tool").addCommand(
  new Command("grow").description("It's growth").option("--fast", "at once").option("--slow", "later"),
);

it("completes commands and their options in bash", () => {
  const complete = (...words: string[]) => {
    const line = ["tool", ...words].map((word) => `'${word}'`).join(" ");
    const script = `${renderCompletion(program, "bash")}\nCOMP_WORDS=(${line})\nCOMP_CWORD=${words.length}\n_tool\necho "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim();
  };
  expect(complete("g")).toBe("grow");
  expect(complete("grow", "--f")).toBe("--fast");
  expect(complete("grow", "--")).toBe("--fast --slow --help");
});

it("lists every command and option for fish and zsh, with their quotes", () => {
  expect(renderCompletion(program, "fish").split("\n")).toEqual(
    expect.arrayContaining([
      "complete -c tool -n '__fish_use_subcommand' -a grow -d 'It\\'s growth'",
      "complete -c tool -n '__fish_seen_subcommand_from grow' -l fast -d 'at once'",
    ]),
  );
  expect(renderCompletion(program, "zsh")).toContain('grow) words="--fast --slow --help" ;;');
});

it("is printed for the three shells, and rejects others", async () => {
  const print = (shell: string) => statushub(["completion", shell]);
  const [fish, bash, other] = [await print("fish"), await print("bash"), await print("tcsh")];
  expect(fish.stdout).toContain("-a adopt");
  expect(bash.stdout).toContain("complete -o default -F _pulumi_statushub pulumi-statushub\n");
  expect(other).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("bash, zsh, fish") });
});
