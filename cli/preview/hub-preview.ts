import type { Audience } from "../../model/kinds/property.ts";
import { byKind, inOrder, labelOf } from "../records.ts";
import { labelsOfHubs, namesOnPages } from "../rehearsal/names.ts";
import type { NotKnown, Staying } from "../rehearsal/outcome.ts";
import type { Rehearsal, RehearsedChange } from "../rehearsal/rehearse.ts";
import { factsOf, hubsIn } from "../report/report.ts";
import { Services } from "../report/services.ts";
import { createPositions } from "../report/source-position.ts";
import type { ComparedStack } from "../report/stacks.ts";
import type { HubPreview, Named } from "./facts.ts";
import { type Item, itemsOf } from "./item.ts";
import { type NamedChange, type UnknownOfChange, unknownOfChanges } from "./unknown-of-changes.ts";

/*
 * What a preview says of a hub: its part of what the rehearsal of all stacks has shown.
 */

/** What the rehearsal has shown of all hubs. */
export interface Content {
  readonly stacks: readonly ComparedStack[];
  readonly changes: readonly NamedChange[];
  /** What isn't known of these changes. */
  readonly unknown: readonly UnknownOfChange[];
  /** What isn't known of steps, because they weren't played, or not with all values. */
  readonly notPlayed: readonly NotKnown[];
  readonly staying: readonly Staying[];
  readonly services: Services;
  /** Finds where the program declares a resource, by URN. */
  readonly positionOf: ReturnType<typeof createPositions>;
}

export async function contentOf(stacks: readonly ComparedStack[], rehearsal: Rehearsal): Promise<Content> {
  const { stages } = rehearsal;
  // First, because it may read hubs whose names the changes need.
  const serviceNames = await namesOnPages(stacks, rehearsal);
  const changes = namedChanges(stacks, rehearsal);
  const planned = stacks.flatMap((stack) => stack.planned);
  return {
    stacks,
    changes,
    unknown: await unknownOfChanges(changes, serviceNames),
    notPlayed: stages.flatMap((stage) => stage.unknown),
    staying: stages.flatMap((stage) => stage.staying),
    services: new Services(serviceNames, planned),
    positionOf: createPositions(stacks),
  };
}

function namedChanges(stacks: readonly ComparedStack[], rehearsal: Rehearsal): NamedChange[] {
  const labelOfHub = labelsOfHubs(stacks);
  const changes = rehearsal.changes.map((change): NamedChange => {
    const { kind, page, hubId, before, after } = change;
    const label = labelOf(kind, after ?? before ?? {});
    return { ...change, hub: labelOfHub(page, hubId), label };
  });
  return changes.sort(inOrder);
}

/** Returns the hubs that the report is about, sorted. */
export function hubNamesIn({ stacks, changes, notPlayed, staying }: Content): string[] {
  const ofRehearsal = [...changes, ...notPlayed, ...staying].map(({ hub }) => hub);
  return [...new Set([...hubsIn(stacks), ...ofRehearsal])].sort();
}

export function previewOfHub(hub: string, content: Content): HubPreview {
  const isHere = (each: { readonly hub: string }) => each.hub === hub;
  const changes = content.changes.filter(isHere);
  const irreversible = changes.filter(isIrreversible);
  const staying = content.staying.filter(isHere);
  const unknown = content.unknown.filter(({ change }) => isHere(change));
  const notPlayed = content.notPlayed.filter(isHere);
  return {
    ...factsOf(hub, content.stacks, content.services),
    ...itemsBySection(changes, content),
    messages: changes.flatMap(({ message }) => message ?? []),
    stays: staying.map((record) => ({ ...resourceOf(record, content), id: record.id, reason: record.reason })),
    irreversible: irreversible.map((change) => ({
      ...resourceOf(change, content),
      id: change.id,
      guesses: change.guesses,
    })),
    unknown: [
      ...unknown.map(({ change, reason }) => ({ ...resourceOf(change, content), property: "", reason })),
      ...notPlayed.map((step) => ({ ...resourceOf(step, content), property: step.property, reason: step.reason })),
    ],
  };
}

/** Returns the resource of a step or a change, without anything else that is known of that. */
export function resourceOf(
  { urn, stack, kind, name, label }: Named & { readonly urn: string },
  { positionOf }: Content,
): Named {
  return { stack, kind, name, label, ...positionOf(urn) };
}

/** Documented: of the records that programs declare, only a subscription can be restored. */
const isIrreversible = ({ definition, after }: RehearsedChange): boolean =>
  after === undefined && definition.operations.restore === undefined;

/** Whether anything of a hub changes, stays or isn't known. Messages and what can't be restored follow from changes. */
export const isChanged = (hub: HubPreview): boolean =>
  (["page", "subscribers", "editors", "overwritten", "stays", "unknown"] as const).some((key) => hub[key].length > 0);

/** Returns the items by who notices them. */
function itemsBySection(
  changes: readonly NamedChange[],
  { services, positionOf }: Content,
): Readonly<Record<Audience, readonly Item[]>> {
  const items = changes.flatMap((change) =>
    itemsOf(change, services).map((item) => ({ ...item, ...positionOf(change.urn) })),
  );
  items.sort(inOrderOfPage);
  const inSection = (section: Audience) =>
    items.filter(({ noticedBy }) => noticedBy === section).map(({ noticedBy, ...item }): Item => item);
  return { page: inSection("page"), subscribers: inSection("subscribers"), editors: inSection("editors") };
}

/** The hub is first, then the services by group, then the other kinds. */
function inOrderOfPage(one: Item, other: Item): number {
  const order = byKind(one, other);
  if (order !== 0) return order;
  const orderOfGroups = groupOf(one) - groupOf(other);
  // A group that only the update will know is no number, so it can't be compared.
  return Number.isNaN(orderOfGroups) ? 0 : orderOfGroups;
}

const groupOf = ({ group = 0 }: Item): number => Number(group);
