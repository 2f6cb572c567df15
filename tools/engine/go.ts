import { fileURLToPath } from "node:url";
import { runStep, type Step } from "./step.ts";

/**
 * The modules in `go/`. `oldest` has the oldest CLI that we support. `language-hosts` has an older release of Pulumi's SDK,
 * because newer ones don't contain the hosts for Node and Python.
 */
type Module = "pulumi" | "oldest" | "language-hosts";

/** The same for every build, so that each one finds what another has compiled. */
export const goFlags = (...linkerFlags: string[]): string[] => [
  "-trimpath",
  "-buildvcs=false",
  "-ldflags",
  ["-s -w", ...linkerFlags].join(" "),
];

export const goEnvironment = { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };

export const goFolder = (module: Module): string => fileURLToPath(new URL(`go/${module}`, import.meta.url));

/** Runs Go in one of the pinned modules; returns what it prints. */
export const runGo = (module: Module, step: Pick<Step, "title" | "args" | "limit">): Promise<string> =>
  runStep({ ...step, command: "go", cwd: goFolder(module), env: goEnvironment });

const commands = {
  cli: ["pulumi", "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"],
  oldestCli: ["oldest", "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"],
  nodejs: ["language-hosts", "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"],
  python: ["language-hosts", "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python"],
  yaml: ["pulumi", "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"],
} as const satisfies Record<string, readonly [Module, string]>;

/** Builds one of Pulumi's commands into a folder. */
export async function buildCommand(
  name: keyof typeof commands,
  folder: string,
  ...linkerFlags: string[]
): Promise<void> {
  const [module, path] = commands[name];
  const args = ["build", ...goFlags(...linkerFlags), "-o", `${folder}/`, path];
  await runGo(module, { title: `Building Pulumi from Go modules (${name})`, args, limit: 3_600 });
}
