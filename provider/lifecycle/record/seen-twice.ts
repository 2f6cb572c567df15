import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import { isLeft } from "../../../model/api/live.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { isListClosed, StatusHubError } from "../../client/errors.ts";
import { seenTwice } from "../../errors/up.ts";
import { sameMeaning } from "../forms/compare.ts";
import { haveSameText, mayBeShortened } from "../forms/server-form.ts";
import { wireIn } from "../forms/wire.ts";
import type { Scope } from "./scope.ts";

/*
 * Visitors see services by their names, in groups. A create that would show them one name twice in a group is refused: most often,
 * somebody writes a program for a page that already has its services.
 *
 *     program    group 1, name "API", customId "api"
 *     page       3: group 1, name "api-internal", publicName "API"
 *     create     refused: adopt: "3" takes it
 */

/**
 * Requires that no create shows visitors a record twice.
 *
 * @throws with the ID of the record that they see already, and how to proceed
 */
export async function requireSeenOnce(scope: Scope, declared: Declared): Promise<void> {
  const { definition, owners } = scope;
  const found = await findSeen(scope, wireIn(definition, declared));
  if (found === undefined) return;
  const id = String(found.id);
  // After a rename without an alias, --continue-on-error would delete the record that this one is to take.
  owners.mark(definition, [id], "adopts");
  const record = `${definition.kind} ${id}`;
  // After a refresh of the stack, every record of a resource is known, so the message doesn't advise another one.
  const variant = owners.isComplete ? "afterRefresh" : "found";
  throw new StatusHubError(seenTwice[variant]({ record, time: String(found.created_at), id }));
}

/** Finds the record that visitors see under the same name in the same group, and that no resource of the stack has. */
async function findSeen(scope: Scope, wire: Wire): Promise<Live | undefined> {
  const { definition, collection, owners } = scope;
  const isFree = ({ id }: Live) => !owners.isOwn(definition, String(id));
  const mayBeSeen = (listed: Live) => mayBeSeenAs(definition, listed, wire);
  const possible = (await listOnce(scope)).filter((listed) => isFree(listed) && mayBeSeen(listed));
  // If a record looked different when this run last saw it, that is enough. Otherwise, its own request decides.
  const looksDifferent = (live: Live) => !mayBeSeen(live);
  const read = await Promise.all(possible.map(({ id }) => collection.read(String(id), looksDifferent)));
  const live = read.filter(isLeft);
  // Another resource may have taken one meanwhile.
  return live.find((each) => isFree(each) && isSeenAs(definition, each, wire));
}

/** Lists the records, at most once in this run: as in the search for leftovers, an old list is enough. Without a list, nothing is found. */
async function listOnce({ collection }: Scope): Promise<Live[]> {
  try {
    return await collection.list(Number.POSITIVE_INFINITY);
  } catch (error) {
    // Inferred (service-list): the list of services exists.
    if (isListClosed(error)) return [];
    throw error;
  }
}

/** Whether visitors see a record as they would see what is to be created. */
function isSeenAs(definition: Definition, live: Live, wire: Wire): boolean {
  if (!mayBeInGroup(definition, live, wire)) return false;
  const shown = titleOf(definition, live);
  const wanted = titleOf(definition, wire);
  if (shown === undefined || wanted === undefined) return false;
  return haveSameText(wanted.property, wanted.text, shown.text);
}

/** Whether that may turn out once a listed record is read: a list may leave out a title, or shorten it. */
function mayBeSeenAs(definition: Definition, listed: Live, wire: Wire): boolean {
  if (!mayBeInGroup(definition, listed, wire)) return false;
  const wanted = titleOf(definition, wire)?.text;
  return titlesIn(definition).some((property) => {
    const shown = listed[property.key];
    return shown === undefined || mayBeShortened(property, shown, wanted);
  });
}

/** Whether visitors see a record in the group of what is to be created, as far as a response shows. */
function mayBeInGroup({ isSeen, groupedBy = "", properties }: Definition, live: Live, wire: Wire): boolean {
  const isUnseen = isSeen?.(live) === false;
  if (isUnseen) return false;
  const property = properties[groupedBy];
  const showsGroup = property !== undefined && live[property.key] !== undefined;
  return !showsGroup || sameMeaning(property, live[property.key], wire[property.key]);
}

/** Returns the title that visitors see; undefined if all are empty. */
function titleOf(definition: Definition, values: Wire | Live) {
  for (const property of titlesIn(definition)) {
    const text = values[property.key];
    const isFilled = typeof text === "string" && !haveSameText(property, text, "");
    if (isFilled) return { property, text };
  }
  return undefined;
}

const titlesIn = ({ title = [], properties }: Definition): Property[] =>
  title.map((name) => properties[name]).filter((property) => property !== undefined);
