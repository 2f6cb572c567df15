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
  const variant = owners.isComplete ? "afterRefresh" : "found";
  throw new StatusHubError(seenTwice[variant]({ record, time: String(found.created_at), id }));
}

/** Finds the record that visitors see under the same name in the same group, and that no resource of the stack has. */
async function findSeen(scope: Scope, wire: Wire): Promise<Live | undefined> {
  const { definition, collection, owners } = scope;
  const isFree = ({ id }: Live) => !owners.isOwn(definition, String(id));
  const isOther = (live: Live) => !mayBeSeenAs(definition, live, wire);
  const possible = (await listOnce(scope)).filter((listed) => isFree(listed) && !isOther(listed));
  // A record that looks alike is read again, and one that the list shows in part is read once in this run.
  const read = await Promise.all(possible.map(({ id }) => collection.read(String(id), isOther)));
  const live = read.filter(isLeft);
  // Another resource may have taken one meanwhile.
  return live.find((each) => isFree(each) && isSeenAs(definition, each, wire));
}

/** As for an equal record, the first list of this run is enough. Without a list, nothing can be searched. */
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
  if (definition.isSeen?.(live) === false || !isInGroup(definition, live, wire)) return false;
  const shown = titleOf(definition, live);
  const wanted = titleOf(definition, wire);
  if (shown === undefined || wanted === undefined) return false;
  return haveSameText(wanted.property, wanted.text, shown.text);
}

/** Whether that may turn out once a record is read that a list shows in part, or with shortened text. */
function mayBeSeenAs(definition: Definition, listed: Live, wire: Wire): boolean {
  if (definition.isSeen?.(listed) === false || !isInGroup(definition, listed, wire)) return false;
  const wanted = titleOf(definition, wire)?.text;
  return titlesIn(definition).some((property) => {
    const shown = listed[property.key];
    return shown === undefined || mayBeShortened(property, shown, wanted);
  });
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

/** Whether a record is in the group, as far as a response shows. */
function isInGroup({ groupedBy = "", properties }: Definition, live: Live, wire: Wire): boolean {
  const property = properties[groupedBy];
  const isShown = property !== undefined && live[property.key] !== undefined;
  return !isShown || sameMeaning(property, live[property.key], wire[property.key]);
}
