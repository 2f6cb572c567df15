import { Argument, Command } from "commander";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

export const completionCommand = (program: () => Command): Command =>
  new Command("completion")
    .description("Print a completion script for a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText(
      "after",
      `
Examples:
  $ source <(pulumi-statushub completion bash)                # in ~/.bashrc
  $ source <(pulumi-statushub completion zsh)                 # in ~/.zshrc, after compinit
  $ pulumi-statushub completion fish | source                 # in ~/.config/fish/config.fish`,
    )
    .action((shell: Shell) => void process.stdout.write(renderCompletion(program(), shell)));

interface Word {
  readonly word: string;
  readonly description: string;
}

interface CommandWords {
  readonly name: string;
  readonly words: readonly Word[];
}

export function renderCompletion(program: Command, shell: Shell): string {
  const commands = program.commands.map((command) => ({ word: command.name(), description: command.description() }));
  const parts = program.commands.map((command) => ({ name: command.name(), words: wordsOf(command) }));
  const own = { name: "", words: [...commands, ...optionsOf(program)] };
  return { bash: renderBash, zsh: renderZsh, fish: renderFish }[shell](program.name(), [own, ...parts]);
}

/** Some shells reject hyphens in the names of functions. */
const functionName = (name: string) => `_${name.replace(/\W/g, "_")}`;

function wordsOf(command: Command): Word[] {
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [...choices.map((word) => ({ word, description: "" })), ...optionsOf(command)];
}

const optionsOf = (command: Command): Word[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));

const wordList = (words: readonly Word[]) => words.map(({ word }) => word).join(" ");

const renderBash = (name: string, parts: readonly CommandWords[]) => `${functionName(name)}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [[ $COMP_CWORD -eq 1 ]]; then
    words="${wordList(parts[0]?.words ?? [])}"
  else
    case "\${COMP_WORDS[1]}" in
${parts
  .slice(1)
  .map((part) => `      ${part.name}) words="${wordList(part.words)}" ;;`)
  .join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${functionName(name)} ${name}
`;

/** The zsh module `bashcompinit` runs completions of bash. */
const renderZsh = (name: string, parts: readonly CommandWords[]) =>
  `#compdef ${name}\nautoload -U +X bashcompinit && bashcompinit\n${renderBash(name, parts)}`;

const quoted = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;

const renderFish = (name: string, parts: readonly CommandWords[]) =>
  parts
    .flatMap((part) => {
      const condition = part.name === "" ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${part.name}`;
      return part.words.map(({ word, description }) => {
        const what = word.startsWith("--") ? `-l ${word.slice(2)}` : `-a ${word}`;
        return `complete -c ${name} -n ${quoted(condition)} ${what}${description === "" ? "" : ` -d ${quoted(description)}`}`;
      });
    })
    .concat("")
    .join("\n");
