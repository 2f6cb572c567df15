import type { Audience } from "../../model/kinds/property.ts";
import { limits } from "../../provider/inspect.ts";
import { byKind, labelOf, type ReportedRecord } from "../records.ts";
import { isAdoption, type RecordChange, showsUnknown } from "../report/change.ts";
import { type PageFacts, readPageFacts } from "../report/page.ts";
import type { PlannedChange } from "../report/planned.ts";
import { createPlan, type HubFacts, type Plan, type Report } from "../report/report.ts";
import { createManaged, type StackPlan } from "../report/stacks.ts";
import { type Item, isVisible, itemsOf } from "./item.ts";
import { type Message, messagesOf, type RecipientsByHub, readRecipients } from "./messages.ts";
import { previewInWords, type UnknownReason } from "./words.ts";

/** What the plan doesn't tell. */
export interface Unknown extends Omit<ReportedRecord, "id"> {
  /** What readers call the record. */
  readonly label: string;
  /** Empty if it is about the whole record. */
  readonly property: string;
  readonly reason: UnknownReason;
}

export interface HubPreview extends HubFacts, Readonly<Record<Audience, readonly Item[]>> {
  readonly messages: readonly Message[];
  readonly unknown: readonly Unknown[];
}

export interface PreviewReport {
  /** Incremented when programs that read the report would have to change. */
  readonly version: 1;
  /** The update changes a record of StatusHub; the exit code is then 2. */
  readonly changes: boolean;
  readonly stacks: readonly string[];
  readonly writes: number;
  /** How long the writes take at StatusHub's limit. */
  readonly seconds: number;
  readonly hubs: readonly HubPreview[];
}

export const preview: Report<PreviewReport> = {
  facts: async (stacks) => {
    const [managed, now] = [createManaged(stacks), Date.now()];
    const page = { ...(await readPageFacts(stacks, managed)), ...(await readRecipients(stacks, managed)) };
    return createPreview(stacks, page, now);
  },
  words: previewInWords,
  differs: ({ changes }) => changes,
};

/** Creates the report about stacks that are updated in this order. */
export function createPreview(
  stacks: readonly StackPlan[],
  page: PageFacts & RecipientsByHub,
  now: number,
): PreviewReport {
  const { planned, changes, services, stacksOn, onHubs } = createPlan(stacks, page, now);
  const unread = planned.filter((each) => isAdoption(each) && !page.adopted.has(each.step.urn));
  const all = onHubs(
    planned.map(({ declaredHub }) => declaredHub),
    (facts): HubPreview => {
      const own = stacksOn(facts.hub).flat();
      const recipients = page.recipients.get(facts.hub);
      return {
        ...facts,
        ...sortItems(own.flatMap((change) => itemsOf(change, services, now))),
        messages: recipients === undefined ? [] : messagesOf(stacksOn(facts.hub), recipients, services),
        unknown: [
          ...own.flatMap((change) => unknownIn(change, { changes, services }, page)),
          ...unread.filter(({ declaredHub }) => declaredHub === facts.hub).map(unreadAdoption),
        ],
      };
    },
  );
  const isChanged = (hub: HubPreview) =>
    ([...sections, "overwritten", "unknown"] as const).some((key) => hub[key].length > 0);
  const writes = changes.reduce((sum, change) => sum + writesFor(change), 0);
  return {
    version: 1,
    changes: all.some(isChanged),
    stacks: stacks.map(({ stack }) => stack),
    writes,
    seconds: Math.ceil(writes / limits.writesPerSecond),
    hubs: all.filter((hub) => isChanged(hub) || hub.interrupted.length > 0),
  };
}

const sections: readonly Audience[] = ["page", "subscribers", "editors"];

/** The hub first, then services by group, then the other kinds. */
function sortItems(items: ReturnType<typeof itemsOf>): Readonly<Record<Audience, readonly Item[]>> {
  const groupOf = ({ group }: Item) => Number(group ?? 0);
  const sorted = items.toSorted((one, other) => byKind(one, other) || groupOf(one) - groupOf(other) || 0);
  const of = (section: Audience) =>
    sorted.filter(({ noticedBy }) => noticedBy === section).map(({ noticedBy, ...item }): Item => item);
  return { page: of("page"), subscribers: of("subscribers"), editors: of("editors") };
}

function unknownIn(
  change: RecordChange,
  { changes, services }: Pick<Plan, "changes" | "services">,
  { recipients, connected, withoutNames }: PageFacts & RecipientsByHub,
): Unknown[] {
  const { stack, hub, kind, name, id, after = {}, definition, before } = change;
  const unknown = (reason: Unknown["reason"], property = ""): Unknown => ({
    ...{ stack, kind, name, property, reason },
    label: labelOf(kind, change.after ?? before ?? {}),
  });
  // New services in a list are named, although their IDs are unknown.
  const isNamed = (property: string) =>
    definition.properties[property]?.type.references !== undefined && Array.isArray(after[property]);
  const isSame = (other: RecordChange) => other.kind === kind && other.hub === hub && other.id === id;
  const isShared = id !== "" && changes.some((other) => isSame(other) && other.stack !== stack);
  const ids = services.idsIn(change, after);
  const namesService = Array.isArray(ids) && ids.some((each) => typeof each === "number");
  const isNew = before === undefined || !isVisible(definition, before);
  const isAnnounced =
    definition.period !== undefined && change.after !== undefined && isNew && isVisible(definition, after);
  return [
    ...Object.keys(after)
      .filter((property) => showsUnknown(after[property]) && !isNamed(property))
      .map((property) => unknown("known-after-up", property)),
    ...(services.isAmbiguous(change) ? [unknown("several-new-services")] : []),
    ...(withoutNames.has(hub) && namesService ? [unknown("services")] : []),
    ...(isAnnounced && !recipients.has(hub) ? [unknown("audience")] : []),
    ...(isAnnounced && connected.has(hub) ? [unknown("connected-hubs")] : []),
    ...(isShared ? [unknown("other-stack")] : []),
  ];
}

const unreadAdoption = ({ stack, kind, name, step }: PlannedChange): Unknown => ({
  ...{ stack, kind, name, label: labelOf(kind, { ...step.newState?.inputs }) },
  property: "",
  reason: "adopted",
});

/** Returns the number of writes that a change takes. A service may leave dates of a series, which are deleted one by one. */
function writesFor(change: RecordChange): number {
  const { definition, before, after, differing, isRestored } = change;
  // A series is ended first, which removes its later dates.
  if (after === undefined) return definition.series && before?.[definition.series.property] ? 2 : 1;
  if (isRestored) return differing.length > 0 ? 2 : 1;
  if (before === undefined) return writesOfCreate(change);
  return differing.length > 0 ? 1 : 0;
}

function writesOfCreate({ definition, after = {} }: RecordChange): number {
  const isSecond = Object.entries(definition.properties).some(
    ([name, { putOnly, cleared }]) => putOnly && JSON.stringify(after[name] ?? cleared) !== JSON.stringify(cleared),
  );
  return isSecond ? 2 : 1;
}
