import { onTestFinished, vi } from "vitest";
import type { PreviewReport } from "../../../cli/preview/facts.ts";
import { createPreview } from "../../../cli/preview/report.ts";
import type { Diagnostic, PreviewStep } from "../../../cli/project/pulumi-preview.ts";
import { createHubNames } from "../../../cli/project/record.ts";
import type { ExportedResource, ResourceState } from "../../../cli/project/stack.ts";
import { rehearse as rehearseStacks } from "../../../cli/rehearsal/rehearse.ts";
import { createQuestion, type Replies } from "../../../cli/rehearsal/replies.ts";
import type { PlannedStack } from "../../../cli/report/stacks.ts";
import { renderSketch } from "../../../cli/sketch/sketch.ts";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { markKey } from "../../../model/pulumi/mark-keys.ts";
import { Engine } from "../../engine-model/engine.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { CommandProcesses } from "../../engine-model/process.ts";
import { type Declared, namesIn, type ProviderName, urnOf } from "../../engine-model/program.ts";
import type { StateEntry } from "../../engine-model/state.ts";
import type { Processes } from "../../engine-model/steps.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";

const reader = { key: "emulator-read-only-key", role: "read-only", owner: "reader@example.com" } as const;

/** Keys for a test: each resource has its own in every command, so that nothing waits for the limit or is remembered. */
export function createKeys(count = 8_000) {
  const all = Array.from({ length: count }, (_, number) => `key-of-a-resource-${number}`);
  let used = 0;
  return {
    preset: [reader, ...all.map((key) => ({ key, role: "admin" as const, owner: "admin@example.com" }))],
    take: () => all[used++] ?? "out of keys",
  };
}

interface RehearsalOptions {
  readonly emulator: Emulator;
  readonly provider: ProviderName;
  readonly keys: ReturnType<typeof createKeys>;
  /** @default "prod" */
  readonly stack?: string;
}

/** An emulator with a hub that has these services, and a stack. */
export async function startStack(
  services: readonly { readonly name: string; readonly custom_id?: string }[] = [],
  { keys = createKeys(200), ...options }: EmulatorOptions & { readonly keys?: RehearsalOptions["keys"] } = {},
) {
  const groups = Array.from({ length: 8 }, (_, index) => `${index + 1}`);
  const hub = { subdomain: "acme", name: "Acme", groups, services: services.map((each) => ({ group_id: 1, ...each })) };
  const emulator = await temporaryEmulator({ preset: { hubs: [hub], keys: keys.preset }, ...options });
  return { emulator, stack: rehearse({ emulator, provider: "native", keys }) };
}

/** Questions are asked one after the other, because they stand in the environment of the process. */
let lastAsked: Promise<unknown> = Promise.resolve();

/** A stack whose programs run through the model of the engine, on an emulator over HTTP. */
export function rehearse({ emulator, provider, keys, stack = "prod" }: RehearsalOptions) {
  const state: StateEntry[] = [];
  /** What the native provider has said in the last command. */
  let said: readonly Diagnostic[] = [];

  async function command(
    declared: readonly Declared[],
    entries: StateEntry[],
    { lookups, run }: { readonly lookups: readonly string[]; readonly run: (engine: Engine) => Promise<void> },
  ): Promise<Engine> {
    const all = new Map<string, CommandProcesses>();
    const processesFor = () => new CommandProcesses(keys.take(), `:${new URL(emulator.url).port}`);
    if (lookups.length > 0) all.set("functions", processesFor());
    for (const customId of lookups) await all.get("functions")?.findService("acme", customId);
    const processes: Processes = {
      provider: (name, kind, urn) => {
        const own = all.get(urn) ?? processesFor();
        all.set(urn, own);
        return own.provider(name, kind, urn);
      },
    };
    const within = <Result>(_: unknown, call: () => Promise<Result>) => call();
    const program = declared.map((each) => ({ ...each, provider }));
    const engine = new Engine({ stack, program, processes, within }, entries);
    await run(engine);
    await Promise.all([...all.values()].map((each) => each.end()));
    said = [...all.values()].flatMap((each) => each.said);
    if (engine.steps.failed[0] !== undefined) throw engine.steps.failed[0].error;
    return engine;
  }

  const rehearsed = {
    /** @param lookups custom IDs of services that functions of the program find */
    async up(program: readonly Declared[], lookups: readonly string[] = []): Promise<void> {
      const run = async (engine: Engine) => {
        await engine.refresh();
        await engine.up();
      };
      await command(program, state, { lookups, run });
    },
    /** The state, as `pulumi stack export --show-secrets` prints it. */
    exported: (): ExportedResource[] => state.map(exportedEntry),
    /** ID of a resource in the state. */
    idOf: (name: string): string => state.find((entry) => entry.name === name)?.id ?? "",
    /** The steps of `pulumi preview --refresh --json`, with secrets masked. */
    async plan(program: readonly Declared[], lookups: readonly string[] = []): Promise<PreviewStep[]> {
      const before = [...state];
      const refreshed = [...state];
      const run = async (engine: Engine) => {
        await engine.refresh();
        await engine.preview();
      };
      const { planned } = await command(program, refreshed, { lookups, run });
      const urns = new Map(program.map((each) => [each.name, urnOf(stack, { ...each, provider })]));
      const dependencies = ({ args }: Declared) =>
        Object.entries(args).map(([name, value]) => [name, namesIn(value).map((each) => urns.get(each) ?? "")]);
      // What an alias finds is declared.
      const found = planned.flatMap(({ old }) => old?.urn ?? []);
      const declared = new Set([...urns.values(), ...found]);
      // What is marked for deletion is `delete-replaced` there, and in the state.
      const leaving = refreshed.filter(({ urn, pending }) => pending !== "delete" && !declared.has(urn));
      const needed = neededBy(leaving);
      return [
        ...before.map((entry): PreviewStep => ({ op: "refresh", urn: entry.urn, oldState: stateOf(entry) })),
        ...planned.map(({ op, inputs, keys: named, old, declared: each }) => ({
          op,
          urn: urnOf(stack, each),
          ...(old && { oldState: stateOf(old) }),
          newState: {
            ...stateOf({ ...each, inputs }),
            propertyDependencies: Object.fromEntries(dependencies(each)),
          },
          detailedDiff: Object.fromEntries(named.map((key) => [key, {}])),
        })),
        ...leaving
          .filter(({ urn }) => !needed.includes(urn))
          .map((entry): PreviewStep => ({ op: "delete", urn: entry.urn, oldState: stateOf(entry) })),
      ];
    },
    /** Plans like a preview that asks the providers what its plan doesn't show. */
    ask(program: readonly Declared[], lookups: readonly string[] = []): Promise<StackInTest> {
      const asked = lastAsked.then(() => rehearsed.askNow(program, lookups));
      lastAsked = asked.catch(() => undefined);
      return asked;
    },
    async askNow(program: readonly Declared[], lookups: readonly string[]): Promise<StackInTest> {
      const { env, repliesIn } = createQuestion();
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      // The dynamic provider prints what Pulumi shows.
      const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
      try {
        const steps = await rehearsed.plan(program, lookups);
        const lines = printed.mock.calls.map(([line]) => ({ message: String(line) }));
        return { stack, resources: rehearsed.exported(), steps, replies: repliesIn([...said, ...lines]) };
      } finally {
        printed.mockRestore();
        vi.unstubAllEnvs();
      }
    },
  };
  return rehearsed;
}

/** Pulumi plans no deletion of what a protected resource needs. */
function neededBy(leaving: readonly StateEntry[]): readonly string[] {
  const needed = leaving.filter(({ protect }) => protect).flatMap(({ needs }) => needs);
  for (const urn of needed) needed.push(...(leaving.find((each) => each.urn === urn)?.needs ?? []));
  return needed;
}

const masked = (kind: string, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      definitions[kind]?.properties[name]?.secret ? [name, "[secret]"] : [name, value],
    ),
  );

const stateOf = ({
  kind,
  inputs,
  protect = false,
  retainOnDelete = false,
  ...entry
}: Pick<StateEntry, "kind" | "inputs"> & Partial<StateEntry>): ResourceState => ({
  ...{ protect, retainOnDelete },
  ...(entry.urn !== undefined && { urn: entry.urn }),
  ...(entry.id !== undefined && { id: entry.id }),
  inputs: masked(kind, inputs),
  ...(entry.outputs && { outputs: masked(kind, entry.outputs) }),
});

const exportedEntry = ({ urn, id, inputs, outputs, pending, isFailed, ...options }: StateEntry): ExportedResource => ({
  ...{ protect: options.protect ?? false, retainOnDelete: options.retainOnDelete ?? false },
  urn,
  id,
  type: urn.split("::")[2] ?? "",
  custom: true,
  inputs: exportedValues(inputs),
  outputs: exportedValues(outputs),
  ...(isFailed && { initErrors: ["failed"] }),
  ...(pending === "delete" && { delete: true }),
  ...(pending === "replacement" && { pendingReplacement: true }),
});

const exportedValues = (values: Values): Values =>
  JSON.parse(JSON.stringify(values), (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !(markKey in value) || !("value" in value)) return value;
    return { [markKey]: value[markKey], plaintext: JSON.stringify(value.value) };
  });

export interface StackInTest {
  readonly stack: string;
  readonly steps: readonly PreviewStep[];
  readonly resources?: readonly ExportedResource[];
  readonly replies?: Replies;
  readonly hasChanged?: () => Promise<boolean>;
}

/** Previews stacks in this order, with an account that reads the emulator. */
export async function previewOf(emulator: Emulator, stacks: readonly StackInTest[]): Promise<PreviewReport> {
  return (await rehearsed(emulator, stacks)).report;
}

/** Previews stacks in this order, and draws the page. */
export async function sketchOf(emulator: Emulator, stacks: readonly StackInTest[]): Promise<string> {
  const { planned, rehearsal, report } = await rehearsed(emulator, stacks);
  return renderSketch(planned, rehearsal, report);
}

/** Returns stacks as a command plans them, with an account that reads the emulator. */
export function plannedOn(emulator: Emulator, stacks: readonly StackInTest[]): PlannedStack[] {
  const account = reachAgain(emulator, { apiKey: reader.key });
  return stacks.map(({ resources = [], ...given }) => ({
    ...given,
    resources,
    accountOf: async () => account,
    hubLabel: String,
    hubName: createHubNames(given.steps),
  }));
}

async function rehearsed(emulator: Emulator, stacks: readonly StackInTest[]) {
  const planned = plannedOn(emulator, stacks);
  const rehearsal = await rehearseStacks(planned);
  onTestFinished(() => rehearsal.close());
  return { planned, rehearsal, report: await createPreview(planned, rehearsal) };
}
