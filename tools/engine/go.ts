import { fileURLToPath } from "node:url";
import { runStep, type Step } from "./step.ts";

/**
 * The modules in `go/`:
 *
 *     pulumi            the CLI that we test with, the host for YAML, and what generates the SDKs
 *     oldest            the oldest CLI that we support
 *     language-hosts    the hosts for Node and Python, which newer releases of Pulumi's SDK don't contain
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

/** Each command's module, and its package there. */
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
  const anHour = 3_600;
  await runGo(module, { title: `Building Pulumi from Go modules (${name})`, args, limit: anHour });
}
