import type { ReportOptions } from "../options.ts";
import { inOrder } from "../records.ts";
import { type AdoptedRecords, changesOf, type RecordChange } from "./change.ts";
import { type ManualChange, overwrittenBy } from "./manual.ts";
import type { PlannedChange } from "./planned.ts";
import { type Describe, print } from "./render.ts";
import { createServices, type ServiceNames, type Services } from "./services.ts";
import { type InterruptedCreate, type PlannedStack, planStacks, type StackPlan } from "./stacks.ts";

/** What `preview` and `drift` say about stacks and their page. */
export interface Report<Facts extends object, Options extends ReportOptions = ReportOptions> {
  /** Finds what `--json` prints. */
  readonly facts: (stacks: readonly PlannedStack[], options: Options) => Promise<Facts>;
  readonly words: (facts: Facts) => Describe;
  /** Whether the page and the program differ; the exit code is then 2. */
  readonly differs: (facts: Facts) => boolean;
}

export async function run<Facts extends object, Options extends ReportOptions>(
  { facts, words, differs }: Report<Facts, Options>,
  options: Options,
): Promise<void> {
  const found = await facts(await planStacks(options), options);
  print(found, words(found), options);
  if (differs(found)) process.exitCode = 2;
}

/** What every report says of a hub. */
export interface HubFacts {
  readonly hub: string;
  /** Changed or deleted outside Pulumi since the last update of the state. */
  readonly overwritten: readonly ManualChange[];
  readonly interrupted: readonly InterruptedCreate[];
}

/** The plans of stacks, which are updated in this order. */
export interface Plan {
  readonly planned: readonly PlannedChange[];
  readonly changes: readonly RecordChange[];
  readonly services: Services;
  /** Returns the changes of each stack on a hub. */
  readonly stacksOn: (hub: string) => readonly (readonly RecordChange[])[];
  /** Describes each hub by its name. Whatever order Pulumi lists the resources in, the result is the same. */
  readonly onHubs: <Facts>(others: Iterable<string>, describe: (hub: HubFacts) => Facts) => Facts[];
}

export function createPlan(
  stacks: readonly StackPlan[],
  page: { readonly adopted: AdoptedRecords; readonly services: ServiceNames },
  now: number,
): Plan {
  const parts = stacks.map((stack) =>
    stack.planned.flatMap((each) => changesOf(each, page.adopted, now)).sort(inOrder),
  );
  const planned = stacks.flatMap((stack) => stack.planned);
  const interrupted = stacks.flatMap((stack) => stack.interrupted ?? []);
  const changes = parts.flat();
  const services = createServices(changes, page.services);
  const of = (hub: string): HubFacts => ({
    hub,
    overwritten: planned
      .filter((each) => each.hub === hub)
      .flatMap((each) => overwrittenBy(each, services))
      .sort(inOrder),
    interrupted: interrupted
      .filter((create) => create.hub === hub)
      .map(({ hub: _, ...create }) => create)
      .sort(inOrder),
  });
  return {
    ...{ planned, changes, services },
    stacksOn: (hub) => parts.map((part) => part.filter((change) => change.hub === hub)),
    onHubs: (others, describe) => {
      const names = [...planned, ...interrupted, ...changes].map(({ hub }) => hub);
      return [...new Set([...names, ...others])].sort().map((hub) => describe(of(hub)));
    },
  };
}
