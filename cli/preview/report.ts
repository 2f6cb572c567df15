import type { Audience } from "../../model/kinds/kind.ts";
import { requestsPerSecond } from "../../provider/client/limits.ts";
import { byKind, inOrder, labelOf, type ReportedRecord } from "../records.ts";
import { changesOf, isAdoption, type RecordChange, showsUnknown } from "../report/change.ts";
import type { LiveFacts } from "../report/live.ts";
import { type ManualChange, overwrittenBy } from "../report/manual.ts";
import type { PlannedChange } from "../report/planned.ts";
import { createServiceNames, isAmbiguous, serviceIdsIn } from "../report/services.ts";
import type { StackPlan } from "../report/stacks.ts";
import { type Item, itemsOf } from "./item.ts";
import { type Audiences, audienceAfter, type Message, messagesOf, type Recipient } from "./messages.ts";

/** Why something isn't known, in words. Programs get the key. */
export const unknownReasons = {
  "known-after-up": "the value is only known during the update",
  "several-new-services": "which of the new services gets which status is only known during the update",
  adopted: "it adopts a record that the preview couldn't find",
  services: "the services couldn't be read, so they have no names here",
  audience: "the subscriptions couldn't be read, so it isn't known who gets a message",
  "connected-hubs": "subscribers of connected hubs may get messages too, if there are any that show the services",
  "other-stack": "a different stack of this report changes it, too, and the last one wins",
} as const;

/** What the plan doesn't tell. */
export interface Unknown extends Omit<ReportedRecord, "id"> {
  /** What readers call the record. */
  readonly label: string;
  /** Empty if it is about the whole record. */
  readonly property: string;
  readonly reason: keyof typeof unknownReasons;
}

export interface HubPreview extends Readonly<Record<Audience, readonly Item[]>> {
  readonly hub: string;
  readonly overwritten: readonly ManualChange[];
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

/** Creates the report about stacks that are updated in this order. */
export function createPreview(stacks: readonly StackPlan[], live: LiveFacts & Audiences, now: number): PreviewReport {
  const parts = stacks.map(({ changes }) => ({
    planned: changes,
    changes: changes.flatMap((change) => changesOf(change, live.adopted, now)).sort(inOrder),
  }));
  const changes = parts.flatMap((part) => part.changes);
  const context = { nameServices: createServiceNames(changes, live.services), now };
  const planned = parts.flatMap((part) => part.planned);
  const unread = planned.filter((change) => isAdoption(change) && !live.adopted.has(change.step.urn));
  const names = new Set([...changes.map(({ hub }) => hub), ...planned.map(({ declaredHub }) => declaredHub)]);
  const all = [...names].sort().map((hub): HubPreview => {
    const own = changes.filter((change) => change.hub === hub);
    return {
      hub,
      ...sortItems(own.flatMap((change) => itemsOf(change, context))),
      overwritten: planned
        .filter((change) => change.hub === hub)
        .flatMap((change) => overwrittenBy(change, context.nameServices))
        .sort(inOrder),
      messages: messagesOn(hub, parts, live),
      unknown: [
        ...own.flatMap((change) => unknownIn(change, changes, live)),
        ...unread.filter(({ declaredHub }) => declaredHub === hub).map(unreadAdoption),
      ],
    };
  });
  const hubs = all.filter((hub) =>
    [...sections, "overwritten", "unknown"].some((key) => hub[key as Audience].length > 0),
  );
  const writes = changes.reduce((sum, change) => sum + writesFor(change), 0);
  return {
    version: 1,
    changes: hubs.length > 0,
    stacks: stacks.map(({ stack }) => stack),
    writes,
    seconds: Math.ceil(writes / requestsPerSecond.writes),
    hubs,
  };
}

const sections: readonly Audience[] = ["page", "subscribers", "editors"];

/** The hub first, then services by group, then the other kinds. */
function sortItems(items: ReturnType<typeof itemsOf>): Readonly<Record<Audience, readonly Item[]>> {
  const groupOf = ({ group }: Item) => Number(group ?? 0);
  const sorted = items.toSorted((one, other) => byKind(one, other) || groupOf(one) - groupOf(other) || 0);
  const of = (section: Audience) =>
    sorted.filter(({ audience }) => audience === section).map(({ audience, ...item }): Item => item);
  return { page: of("page"), subscribers: of("subscribers"), editors: of("editors") };
}

function messagesOn(
  hub: string,
  stacks: readonly { readonly changes: readonly RecordChange[] }[],
  { audiences }: Audiences,
): Message[] {
  let audience: readonly Recipient[] | undefined = audiences.get(hub);
  if (audience === undefined) return [];
  const messages: Message[] = [];
  for (const { changes } of stacks) {
    const own = changes.filter((change) => change.hub === hub);
    messages.push(...messagesOf(own, audience));
    audience = audienceAfter(own, audience);
  }
  return messages;
}

function unknownIn(
  change: RecordChange,
  all: readonly RecordChange[],
  { audiences, connected, withoutNames }: LiveFacts & Audiences,
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
  const isShared = id !== "" && all.some((other) => isSame(other) && other.stack !== stack);
  const services = serviceIdsIn(change, after);
  const namesService = Array.isArray(services) && services.length > 0;
  const isAnnounced = kind === "Maintenance" && after.state === "published" && before?.state !== "published";
  return [
    ...Object.keys(after)
      .filter((property) => showsUnknown(after[property]) && !isNamed(property))
      .map((property) => unknown("known-after-up", property)),
    ...(isAmbiguous(change) ? [unknown("several-new-services")] : []),
    ...(withoutNames.has(hub) && namesService ? [unknown("services")] : []),
    ...(isAnnounced && !audiences.has(hub) ? [unknown("audience")] : []),
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
  const { definition, before, after, changed, isRestored } = change;
  // A series is ended first, which removes its later dates.
  if (after === undefined) return definition.series && before?.[definition.series.property] ? 2 : 1;
  if (isRestored) return changed.length > 0 ? 2 : 1;
  if (before === undefined) return writesOfCreate(change);
  return changed.length > 0 ? 1 : 0;
}

function writesOfCreate({ definition, after = {} }: RecordChange): number {
  const isSecond = Object.entries(definition.properties).some(
    ([name, { putOnly, cleared }]) => putOnly && JSON.stringify(after[name] ?? cleared) !== JSON.stringify(cleared),
  );
  return isSecond ? 2 : 1;
}
