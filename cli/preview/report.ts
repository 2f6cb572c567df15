import { generalGuesses } from "../../model/guesses/index.ts";
import type { Audience } from "../../model/kinds/property.ts";
import { limits } from "../../provider/inspect.ts";
import type { ReportOptions } from "../options.ts";
import { byKind, inOrder, labelOf } from "../records.ts";
import { labelsOfHubs, namesOnPages } from "../rehearsal/names.ts";
import type { NotKnown, Staying } from "../rehearsal/outcome.ts";
import { withRefreshed } from "../rehearsal/refresh.ts";
import { type Rehearsal, type RehearsedChange, rehearse } from "../rehearsal/rehearse.ts";
import { otherVersionsIn } from "../rehearsal/replies.ts";
import { factsOf, hubsIn, type Report } from "../report/report.ts";
import { Services } from "../report/services.ts";
import { createPositions } from "../report/source-position.ts";
import type { ComparedStack, PlannedStack } from "../report/stacks.ts";
import type { HubPreview, Named, PreviewReport } from "./facts.ts";
import { type Item, itemsOf, type NoticedItem } from "./item.ts";
import { type NamedChange, type UnknownOfChange, unknownOfChanges } from "./unknown-of-changes.ts";
import { previewInWords } from "./words.ts";

export interface PreviewOptions extends ReportOptions {
  /** A file for a sketch of the page. @default none is written */
  readonly page?: string;
}

export const preview: Report<PreviewReport, PreviewOptions> = {
  facts: async (planned, { page, cwd }, planAgain) => {
    const { stacks, rehearsal } = await rehearseLatest(planned, planAgain);
    try {
      const report = await createPreview(stacks, rehearsal);
      if (page !== undefined) {
        const { writeSketch } = await import("../sketch/sketch.ts");
        await writeSketch(stacks, rehearsal, report, { page, cwd });
      }
      return report;
    } finally {
      await rehearsal.close();
    }
  },
  words: previewInWords,
  exitCode: ({ fails, changes }) => {
    if (fails) return 1;
    return changes ? 2 : 0;
  },
};

/** If the page or a stack has changed since the plan, everything is done once more. */
async function rehearseLatest(planned: readonly PlannedStack[], planAgain: () => Promise<readonly PlannedStack[]>) {
  const first = await rehearse(planned);
  if (!first.isOutdated) return { stacks: planned, rehearsal: first };
  await first.close();
  const stacks = await planAgain();
  return { stacks, rehearsal: await rehearse(stacks) };
}

/** Creates the report about stacks that were rehearsed in this order. */
export async function createPreview(planned: readonly PlannedStack[], rehearsal: Rehearsal): Promise<PreviewReport> {
  const { stages, writes, isOutdated } = rehearsal;
  const stacks = withRefreshed(planned, stages);
  const rehearsed = await rehearsedOn(stacks, rehearsal);
  const hubs = hubNamesIn(rehearsed).map((hub) => previewOf(hub, rehearsed));
  const { otherVersions, failures, undone } = failuresOf(rehearsal, rehearsed);
  return {
    version: 2,
    changes: hubs.some(isChanged) || isOutdated || writes > 0 || failures.length > 0,
    fails: failures.some(({ certain }) => certain),
    outdated: isOutdated,
    otherVersions,
    failures,
    undone,
    stacks: stacks.map(({ stack }) => stack),
    writes,
    guesses: writes > 0 ? generalGuesses : [],
    seconds: Math.ceil(writes / limits.writesPerSecond),
    hubs: hubs.filter((hub) => isChanged(hub) || hub.interrupted.length > 0),
  };
}

/** What the rehearsal of all stacks has come to, from which each hub gets its part. */
interface Rehearsed {
  readonly stacks: readonly ComparedStack[];
  readonly changes: readonly NamedChange[];
  /** What isn't known of these changes. */
  readonly unknown: readonly UnknownOfChange[];
  /** What isn't known of steps, because they weren't played, or not with all values. */
  readonly notPlayed: readonly NotKnown[];
  readonly staying: readonly Staying[];
  readonly services: Services;
  readonly positionOf: PositionOf;
}

async function rehearsedOn(stacks: readonly ComparedStack[], rehearsal: Rehearsal): Promise<Rehearsed> {
  const { stages } = rehearsal;
  const labelOfHub = labelsOfHubs(stacks);
  const names = await namesOnPages(stacks, rehearsal);
  const plannedChanges = stacks.flatMap((stack) => stack.planned);
  const changes = rehearsal.changes
    .map((change) => ({ ...change, hub: labelOfHub(change.page, change.hubId) }))
    .sort(inOrder);
  return {
    stacks,
    changes,
    unknown: await unknownOfChanges(changes, names),
    notPlayed: stages.flatMap((stage) => stage.unknown),
    staying: stages.flatMap((stage) => stage.staying),
    services: new Services(names, plannedChanges),
    positionOf: createPositions(stacks),
  };
}

/** Returns the hubs that the report is about, sorted. */
function hubNamesIn({ stacks, changes, notPlayed, staying }: Rehearsed): string[] {
  const ofSubjects = [...changes, ...notPlayed, ...staying].map(({ hub }) => hub);
  return [...new Set([...hubsIn(stacks), ...ofSubjects])].sort();
}

/**
 * Says at which steps the update fails:
 *
 * - The page or a stack has changed since the plan: no failure is foretold. What fails on a page that is changing may succeed on the one
 *   that the update meets.
 * - A stack uses another version of the provider than this one, which has rehearsed: no failure is certain.
 */
function failuresOf({ stages, isOutdated }: Rehearsal, { stacks, positionOf }: Rehearsed): Failures {
  const otherVersions = [...new Set(stacks.flatMap(otherVersionsIn))].sort();
  if (isOutdated) return { otherVersions, failures: [], undone: [] };
  const isSameVersion = otherVersions.length === 0;
  const failures = stages.flatMap((stage) => stage.failures);
  const undone = stages.flatMap((stage) => stage.undone);
  return {
    otherVersions,
    failures: failures.map((failure) => {
      const { hub, message, guesses } = failure;
      return { ...named(failure, positionOf), hub, message, certain: failure.isCertain && isSameVersion, guesses };
    }),
    undone: undone.map((subject) => ({ ...named(subject, positionOf), hub: subject.hub })),
  };
}

type Failures = Pick<PreviewReport, "otherVersions" | "failures" | "undone">;

function previewOf(hub: string, rehearsed: Rehearsed): HubPreview {
  const { stacks, services, positionOf } = rehearsed;
  const isHere = (each: { readonly hub: string }) => each.hub === hub;
  const changes = rehearsed.changes.filter(isHere);
  const items = changes.flatMap((change) =>
    itemsOf(change, services).map((item) => ({ ...item, ...positionOf(change.urn) })),
  );
  const staying = rehearsed.staying.filter(isHere);
  const unknown = rehearsed.unknown.filter(({ change }) => isHere(change));
  const notPlayed = rehearsed.notPlayed.filter(isHere);
  return {
    ...factsOf(hub, stacks, services),
    ...sortItems(items),
    messages: changes.flatMap(({ message }) => message ?? []),
    stays: staying.map((subject) => ({ ...named(subject, positionOf), id: subject.id, reason: subject.reason })),
    irreversible: changes
      .filter(isIrreversible)
      .map((change) => ({ ...namedChange(change, positionOf), id: change.id, guesses: change.guesses })),
    unknown: [
      ...unknown.map(({ change, reason }) => ({ ...namedChange(change, positionOf), property: "", reason })),
      ...notPlayed.map((subject) => {
        return { ...named(subject, positionOf), property: subject.property, reason: subject.reason };
      }),
    ],
  };
}

type PositionOf = ReturnType<typeof createPositions>;

/** Names the resource of a step or a change, without anything else that is known of it. */
const named = ({ urn, stack, kind, name, label }: Named & { readonly urn: string }, positionOf: PositionOf): Named => ({
  stack,
  kind,
  name,
  label,
  ...positionOf(urn),
});

const namedChange = (change: RehearsedChange, positionOf: PositionOf): Named =>
  named({ ...change, label: labelOf(change.kind, change.after ?? change.before ?? {}) }, positionOf);

const isChanged = (hub: HubPreview): boolean =>
  ([...sections, "overwritten", "stays", "unknown"] as const).some((key) => hub[key].length > 0);

/** Documented: of the records that programs declare, only a subscription can be restored. */
const isIrreversible = ({ definition, after }: RehearsedChange): boolean =>
  after === undefined && definition.operations.restore === undefined;

const sections: readonly Audience[] = ["page", "subscribers", "editors"];

/** The hub first, then services by group, then the other kinds. */
function sortItems(items: readonly NoticedItem[]): Readonly<Record<Audience, readonly Item[]>> {
  const groupOf = ({ group }: Item) => Number(group ?? 0);
  // A group that only the update will know is no number, and neither is its difference from another one.
  const sorted = items.toSorted((one, other) => byKind(one, other) || groupOf(one) - groupOf(other) || 0);
  const of = (section: Audience) =>
    sorted.filter(({ noticedBy }) => noticedBy === section).map(({ noticedBy, ...item }): Item => item);
  return { page: of("page"), subscribers: of("subscribers"), editors: of("editors") };
}
