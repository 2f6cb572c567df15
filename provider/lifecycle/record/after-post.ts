import type { Declared, Live } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { type Change, compare } from "../forms/compare.ts";
import { hiddenBy } from "../forms/hidden.ts";
import { type Known, newOwner, type Sent, type State, stateWith } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import { encoded, namesOfPost } from "../forms/wire.ts";
import { stateIfUnsent } from "./failed-write.ts";
import { exactIn } from "./match.ts";
import type { Scope } from "./scope.ts";

/*
 * A record between the POST and the PUT of its create: in the same run, or left by a killed one, which `recover` continues.
 *
 *     program    Sundays, published, title "Patching"
 *     POST       { title: "Patching", state: "draft" }
 *     known      live { id: 1, ... }, sent title, state { state: "draft" }
 *     PUT        { event_repeat: Sundays, state: "published" }
 */

/** A record, and what of it a POST is known to have made. */
interface Posted {
  readonly live: Live;
  readonly sent: Sent;
}

/**
 * Returns what is known of a record after its POST. Its state only declares what hides it, so that the PUT shows it.
 *
 * @param hidden what hides it until it is whole
 */
export function knownAfterPost({ live, sent }: Posted, hidden: Declared, owner: string): Required<Known> {
  const shown = new Map([...sent].filter(([name]) => !(name in hidden)));
  return { id: String(live.id), state: stateWith(hidden, owner), live, sent: shown };
}

/**
 * Returns what the PUT has to send. Values that the response shows already needn't be sent. Those in the POST aren't sent again,
 * whatever the response shows: `resultOf` decides whether the server has rewritten or ignored them.
 */
export function changesAfterPost(scope: Scope, { live = {}, state, sent }: Known, declared: Declared): Change[] {
  const shown = stateAfterRead(scope, live).values;
  // A value that hides the record counts, also if the response doesn't show it.
  const values = { ...shown, ...state.values };
  return compare(scope.definition, { ...state, values }, declared).filter(({ name }) => !sent?.has(name));
}

/** Says what a create that was interrupted after this record would have left in the state. */
export async function recoverRecord(scope: Scope, declared: Declared, live: Live): Promise<Known> {
  const known = knownOfLeftover(scope.definition, declared, live);
  return { id: known.id, state: stateAfterPost(scope, known, declared) };
}

/**
 * Returns what is known of a record that an interrupted create may have left. What it shows in another form than declared is sent again:
 * that may be the server's form, or a similar value of somebody else.
 */
export function knownOfLeftover(definition: Definition, declared: Declared, live: Live): Required<Known> {
  const names = namesOfPost(definition, declared);
  const sent = encoded(definition, declared, exactIn(definition, live, { declared, names }));
  const hidden = Object.fromEntries(hiddenBy(definition, live).map(([name, { hides }]) => [name, hides]));
  return knownAfterPost({ live, sent }, hidden, newOwner());
}

/**
 * Returns the state without what the PUT would send, so that the next `up` sends it.
 *
 * @param known what the POST has left
 */
export const stateAfterPost = (scope: Scope, known: Known, declared: Declared): State =>
  stateIfUnsent(scope, known, { declared, changes: changesAfterPost(scope, known, declared) });
