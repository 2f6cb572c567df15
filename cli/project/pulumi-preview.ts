import type { OpType } from "@pulumi/pulumi/automation/index.js";
import { reword, withCodeOf, withoutCode } from "../../model/problem.ts";
import { pulumiFailed } from "../errors/command.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { withProgress } from "../terminal/progress.ts";
import { adviceAbout, parseOutput, reasonOfRun } from "./pulumi.ts";
import { type ResourceState, runOnStack, type Stack } from "./stack.ts";

/** One step of `pulumi preview --json`. Steps with op `refresh` hold the state before the read. */
export interface PreviewStep {
  readonly op: OpType;
  readonly urn: string;
  readonly oldState?: ResourceState;
  readonly newState?: ResourceState;
  readonly detailedDiff?: Readonly<Record<string, unknown>> | null;
}

/** Returns what a preview creates, by URN. */
export const createdIn = (steps: readonly PreviewStep[]): Map<string, ResourceState> =>
  new Map(steps.flatMap(({ op, urn, newState }) => (op === "create" && newState ? [[urn, newState]] : [])));

/** Returns the URNs of what a preview updates or replaces. */
export const updatedIn = (steps: readonly PreviewStep[]): Set<string> =>
  new Set(steps.filter(({ op }) => op === "update" || op === "replace").map(({ urn }) => urn));

/** Whether an operation changes a resource, and not only the state. */
const changing: Readonly<Record<OpType, boolean>> = {
  same: false,
  create: true,
  update: true,
  delete: true,
  replace: true,
  "create-replacement": true,
  "delete-replaced": true,
  read: false,
  "read-replacement": false,
  refresh: false,
  // A lookup that the program doesn't contain any more.
  discard: false,
  "discard-replaced": false,
  "remove-pending-replace": false,
  import: false,
  "import-replacement": false,
};

/** A newer Pulumi may have other operations. */
export const isChange = ({ op }: Pick<PreviewStep, "op">): boolean => changing[op] ?? true;

/** Whether Pulumi refuses a step because of a protection. A replacement of what the program no longer protects goes on. */
export const isRefused = ({ op, oldState, newState }: PreviewStep): boolean =>
  oldState?.protect === true && (op === "delete" || (op === "replace" && newState?.protect === true));

export interface PulumiPreviewOptions {
  /** Reads the page. `project` leaves it to the settings of the project and of the environment. @default true */
  readonly refresh?: boolean | "project";
  /**
   * How a refresh reads the page:
   *
   * - false: all records first, with the settings that their providers had in the last update
   * - true: each record when the program declares it, with the settings that its provider has now. What the program no longer declares
   *   isn't read
   *
   * @default false
   */
  readonly runProgram?: boolean;
  /** Lists resources that don't change, too. */
  readonly sames?: true;
  /** Also lists what Pulumi refuses to delete or to replace because of a protection, instead of failing. */
  readonly kept?: true;
  readonly env?: NodeJS.ProcessEnv;
}

/** A preview failed. The message has the first error of Pulumi. */
export class PreviewError extends CommandError {
  override name = "PreviewError";
  /** All of them, perhaps with stack traces; empty if it failed before the preview began. */
  readonly errors: readonly string[];

  constructor(message: string, errors: readonly string[]) {
    super(message);
    this.errors = errors;
  }
}

/**
 * Runs `pulumi preview` and returns its steps. It doesn't write to the page or the state.
 *
 * @throws PreviewError
 */
export const runPreview = async (stack: Stack, options: PulumiPreviewOptions = {}): Promise<PreviewStep[]> =>
  (await runPreviewWithDiagnostics(stack, options)).steps;

/** Does the same, and also returns what Pulumi, program and providers have said. */
export async function runPreviewWithDiagnostics(
  stack: Stack,
  options: PulumiPreviewOptions,
): Promise<Required<Printed>> {
  const { sames, kept, env = {} } = options;
  const showing = sames ? ["--show-sames"] : [];
  // A report of the steps may be public, so secrets stay masked whatever the environment says.
  const args = ["preview", ...refreshing(options), ...showing, "--json", "--show-secrets=false"];
  const run = await withProgress(`Comparing stack ${stack.name} with its page`, () => runOnStack(stack, args, { env }));
  const { steps = [], diagnostics = [] } = run.code === 0 ? parseOutput<Printed>(run) : printedIn(run.stdout);
  if (run.code === 0) return { steps, diagnostics };
  const errors = errorsIn(diagnostics);
  // Another error may mean that the program hasn't run to its end, so that steps are missing.
  const hasOnlyRefused = steps.some(isRefused) && errors.every(isOfProtection);
  if (kept && hasOnlyRefused) return { steps, diagnostics };
  const [first, ...others] = errors;
  const more = others.length > 0 ? ` (${others.length} more like this)` : "";
  const reason = first === undefined ? reasonOfRun(run) : reword(first, (text) => `${text}${more}.`);
  const told = { reason: sentence(withoutCode(reason)), advice: adviceAbout(reason) };
  const message = pulumiFailed.comparison({ stack: stack.name, ...told });
  throw new PreviewError(withCodeOf(reason, message), errors);
}

function refreshing({ refresh = true, runProgram = false }: PulumiPreviewOptions): string[] {
  if (refresh !== "project") return [`--refresh=${refresh}`, `--run-program=${runProgram}`];
  // Flags that aren't passed are left to the project.
  return runProgram ? ["--run-program"] : [];
}

/** Pulumi says that a resource is protected, and after all errors that the preview has failed. */
const isOfProtection = (error: string): boolean => /protect|^preview failed$/.test(error);

interface Printed {
  readonly steps?: PreviewStep[];
  readonly diagnostics?: readonly Diagnostic[];
}

export interface Diagnostic {
  readonly severity?: string;
  readonly message?: string;
  readonly urn?: string;
}

function printedIn(stdout: string): Printed {
  try {
    return JSON.parse(stdout) as Printed;
  } catch (error) {
    // If Pulumi fails before the preview starts, it prints plain text.
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}

/** What a program in YAML prints as an error comes as `info#err`, and as nothing else. */
function errorsIn(diagnostics: readonly Diagnostic[]): string[] {
  const printedAs = (severity: string) => diagnostics.filter((each) => each.severity === severity);
  const errors = printedAs("error");
  const printed = errors.length > 0 ? errors : printedAs("info#err");
  return [...new Set(printed.map(({ message = "" }) => message.replace(/^error: (Preview failed: )?/, "").trim()))];
}
