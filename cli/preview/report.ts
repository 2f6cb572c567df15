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
import type { Stage } from "../rehearsal/stage.ts";
import { factsOf, hubsIn, type Report } from "../report/report.ts";
import { Services } from "../report/services.ts";
import { createPositions } from "../report/source-position.ts";
import type { ComparedStack, PlannedStack } from "../report/stacks.ts";
import type { HubPreview, Named, PreviewReport } from "./facts.ts";
import { type Item, itemsOf } from "./item.ts";
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
  const ofAllHubs = await contentOf(stacks, rehearsal);
  const hubs = hubNamesIn(ofAllHubs).map((hub) => previewOf(hub, ofAllHubs));
  const otherVersions = [...new Set(stacks.flatMap(otherVersionsIn))].sort();
  const isSameVersion = otherVersions.length === 0;
  const { failures, undone } = isOutdated ? nothingForetold : failuresOf(stages, isSameVersion, ofAllHubs.named);
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

/** What a report says of all hubs. Each hub gets its part. */
interface Content {
  readonly stacks: readonly ComparedStack[];
  readonly changes: readonly NamedChange[];
  /** What isn't known of these changes. */
  readonly unknown: readonly UnknownOfChange[];
  /** What isn't known of steps, because they weren't played, or not with all values. */
  readonly notPlayed: readonly NotKnown[];
  readonly staying: readonly Staying[];
  readonly services: Services;
  readonly named: NameSubject;
}

async function contentOf(stacks: readonly ComparedStack[], rehearsal: Rehearsal): Promise<Content> {
  const { stages } = rehearsal;
  const labelOfHub = labelsOfHubs(stacks);
  const positionOf = createPositions(stacks);
  const serviceNames = await namesOnPages(stacks, rehearsal);
  const changes = rehearsal.changes.map((change): NamedChange => {
    const { kind, page, hubId, before = {}, after = before } = change;
    return { ...change, hub: labelOfHub(page, hubId), label: labelOf(kind, after) };
  });
  changes.sort(inOrder);
  return {
    stacks,
    changes,
    unknown: await unknownOfChanges(changes, serviceNames),
    notPlayed: stages.flatMap((stage) => stage.unknown),
    staying: stages.flatMap((stage) => stage.staying),
    services: new Services(
      serviceNames,
      stacks.flatMap((stack) => stack.planned),
    ),
    named: ({ urn, stack, kind, name, label }) => ({ stack, kind, name, label, ...positionOf(urn) }),
  };
}

/** Names the resource of a step or a change, without anything else that is known of it. */
type NameSubject = (subject: Named & { readonly urn: string }) => Named;

/** Returns the hubs that the report is about, sorted. */
function hubNamesIn({ stacks, changes, notPlayed, staying }: Content): string[] {
  const ofSubjects = [...changes, ...notPlayed, ...staying].map(({ hub }) => hub);
  return [...new Set([...hubsIn(stacks), ...ofSubjects])].sort();
}

type Failures = Pick<PreviewReport, "failures" | "undone">;

/** If the page is changing, what fails on its copy may succeed on the page that the update meets. */
const nothingForetold: Failures = { failures: [], undone: [] };

/** Says at which steps the update fails. If a stack uses another version of the provider than the one that has rehearsed, none is certain. */
function failuresOf(stages: readonly Stage[], isSameVersion: boolean, named: NameSubject): Failures {
  const failures = stages.flatMap((stage) => stage.failures);
  const undone = stages.flatMap((stage) => stage.undone);
  return {
    failures: failures.map((failure) => {
      const { hub, message, guesses, isCertain } = failure;
      return { ...named(failure), hub, message, certain: isCertain && isSameVersion, guesses };
    }),
    undone: undone.map((subject) => ({ ...named(subject), hub: subject.hub })),
  };
}

function previewOf(hub: string, { stacks, services, named, ...ofAllHubs }: Content): HubPreview {
  const isHere = (each: { readonly hub: string }) => each.hub === hub;
  const changes = ofAllHubs.changes.filter(isHere);
  const irreversible = changes.filter(isIrreversible);
  const staying = ofAllHubs.staying.filter(isHere);
  const unknown = ofAllHubs.unknown.filter(({ change }) => isHere(change));
  const notPlayed = ofAllHubs.notPlayed.filter(isHere);
  return {
    ...factsOf(hub, stacks, services),
    ...itemsBySection(changes, services, named),
    messages: changes.flatMap(({ message }) => message ?? []),
    stays: staying.map((record) => ({ ...named(record), id: record.id, reason: record.reason })),
    irreversible: irreversible.map((change) => ({ ...named(change), id: change.id, guesses: change.guesses })),
    unknown: [
      ...unknown.map(({ change, reason }) => ({ ...named(change), property: "", reason })),
      ...notPlayed.map((step) => ({ ...named(step), property: step.property, reason: step.reason })),
    ],
  };
}

/** Documented: of the records that programs declare, only a subscription can be restored. */
const isIrreversible = ({ definition, after }: RehearsedChange): boolean =>
  after === undefined && definition.operations.restore === undefined;

const sections: readonly Audience[] = ["page", "subscribers", "editors"];

const isChanged = (hub: HubPreview): boolean =>
  ([...sections, "overwritten", "stays", "unknown"] as const).some((key) => hub[key].length > 0);

/** Returns the items by who notices them. The hub is first, then the services by group, then the other kinds. */
function itemsBySection(
  changes: readonly NamedChange[],
  services: Services,
  named: NameSubject,
): Readonly<Record<Audience, readonly Item[]>> {
  const items = changes.flatMap((change) => {
    const { sourcePosition } = named(change);
    return itemsOf(change, services).map((item) => ({ ...item, ...(sourcePosition && { sourcePosition }) }));
  });
  const groupOf = ({ group }: Item) => Number(group ?? 0);
  // A group that only the update will know is no number, and neither is its difference from another one.
  const sorted = items.toSorted((one, other) => byKind(one, other) || groupOf(one) - groupOf(other) || 0);
  const inSection = (section: Audience) =>
    sorted.filter(({ noticedBy }) => noticedBy === section).map(({ noticedBy, ...item }): Item => item);
  return { page: inSection("page"), subscribers: inSection("subscribers"), editors: inSection("editors") };
}
