import type { ReportOptions } from "../options.ts";
import { inOrder } from "../records.ts";
import { type ManualChange, overwrittenBy } from "./manual.ts";
import { type Describe, print } from "./render.ts";
import type { Services } from "./services.ts";
import {
  type InterruptedCreate,
  type PlannedStack,
  planStacks,
  readStates,
  type StackPlan,
  type StackState,
} from "./stacks.ts";

/** What `preview` and `drift` say about stacks and their page. */
export interface Report<Facts extends object, Options extends ReportOptions = ReportOptions> {
  /**
   * Finds what `--json` prints.
   *
   * @param planAgain plans the stacks as they are then
   */
  readonly facts: (
    stacks: readonly PlannedStack[],
    options: Options,
    planAgain: () => Promise<readonly PlannedStack[]>,
  ) => Promise<Facts>;
  readonly words: (facts: Facts, options: Options) => Describe;
  readonly exitCode: (facts: Facts) => 0 | 1 | 2;
}

export async function run<Facts extends object, Options extends ReportOptions>(
  { facts, words, exitCode }: Report<Facts, Options>,
  states: readonly StackState[],
  options: Options,
): Promise<void> {
  const planAgain = async () => planStacks(await readStates(options));
  const found = await facts(await planStacks(states), options, planAgain);
  print(found, words(found, options), options);
  process.exitCode = exitCode(found);
}

/** What every report says of a hub. */
export interface HubFacts {
  readonly hub: string;
  /** Changed or deleted outside Pulumi since the last update of the state. */
  readonly overwritten: readonly ManualChange[];
  readonly interrupted: readonly InterruptedCreate[];
}

/** Returns what the plans say of a hub. Whatever order Pulumi lists the resources in, the result is the same. */
export function factsOf(hub: string, stacks: readonly StackPlan[], services: Services): HubFacts {
  const planned = stacks.flatMap((stack) => stack.planned);
  const interrupted = stacks.flatMap((stack) => stack.interrupted ?? []);
  return {
    hub,
    overwritten: planned
      .filter((each) => each.hub === hub)
      .flatMap((each) => overwrittenBy(each, services))
      .sort(inOrder),
    interrupted: interrupted
      .filter((create) => create.hub === hub)
      .map(({ hub: _, ...create }) => create)
      .sort(inOrder),
  };
}

/** The hubs on which the plans change something. */
export const hubsIn = (stacks: readonly StackPlan[]): string[] =>
  stacks.flatMap(({ planned, interrupted = [] }) => [...planned, ...interrupted].map(({ hub }) => hub));
