import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { HubAddress } from "../../client/hubs.ts";
import { liveValue } from "./compare.ts";
import { type Comparison, compareWithRead, compareWithWrite } from "./compare-response.ts";
import { asDeployed, decisiveIn } from "./deployed.ts";
import { declaredIn, isAdopting, type Known, noState, type Sent, type State } from "./state.ts";

/*
 * Computes what the state holds of a record from a response: the declared value of a property if the record has it, and otherwise the
 * live one (`compare-response.ts`).
 */

/** Where the record is. */
interface Place {
  readonly definition: Definition;
  readonly collection: { readonly hub: Pick<HubAddress, "id" | "createdAt"> };
}

const nothingSent: Sent = new Map();

/** Whether a response has every field that the state holds; some lists have fewer. */
export const isComplete = ({ properties, outputs }: Definition, live: Live): boolean =>
  Object.values(properties).every(
    (property) => property.writeOnly || liveValue(property, live, undefined) !== undefined,
  ) && Object.values(outputs).every((output) => output.read(live) !== undefined);

/**
 * Computes what the state holds after the requests of an operation.
 *
 *     ignored       the written properties that the service keeps otherwise
 *     stillShown    those that were reset, and show the value from before
 */
export function stateAfterWrite(
  { definition, collection: { hub } }: Place,
  known: Omit<Known, "id">,
  declared: Declared,
): { state: State; ignored: readonly string[]; stillShown: readonly string[] } {
  const { state: before, live = {} } = known;
  const properties = propertiesAfter(definition, known, declared);
  const namesOf = (isMeant: (property: PropertyAfter) => boolean) => properties.filter(isMeant).map(({ name }) => name);
  const ignored = namesOf((property) => property.ignored === true);
  const values = Object.fromEntries(properties.map(({ name, value }) => [name, value]));
  const serverForms = properties.flatMap(({ name, serverForm }) =>
    serverForm === undefined ? [] : [[name, serverForm]],
  );
  // A Hub declares none.
  const isInHub = declared.hub !== undefined;
  const place = isInHub ? { hub: declared.hub, hubId: hub.id } : {};
  const state: State = {
    values: { ...place, ...values, ...outputsAfter(definition, live, before) },
    declared: namesOf((property) => property.isOurs),
    serverForms: Object.fromEntries(serverForms),
    hubCreatedAt: isInHub ? (hub.createdAt ?? before.hubCreatedAt) : undefined,
    owner: before.owner,
    occurrences: before.occurrences,
    adopt: isAdopting(declared) ? declared.adopt : undefined,
    taken: isAdopting(declared) ? before.taken === true : undefined,
    unconfirmed: namesOf((property) => property.isUnconfirmed),
    deployed: definition.period && deployedAfter(definition, { before, declared, ignored }),
  };
  return { state, ignored, stillShown: namesOf((property) => property.stillShown === true) };
}

/** Returns the outputs as a response shows them, otherwise as before. Null is a value, so that programs that use it get a known one. */
function outputsAfter(definition: Definition, live: Live, before: State): Stored {
  const outputs = Object.entries(definition.outputs).map(([name, output]) => {
    const shown = output.read(live);
    return [name, shown === undefined ? (before.values[name] ?? null) : shown];
  });
  return Object.fromEntries(outputs);
}

/** What an update has deployed of what decides whether a maintenance is over: not what the service has ignored. */
function deployedAfter(
  definition: Definition,
  { before, declared, ignored }: { before: State; declared: Declared; ignored: readonly string[] },
): Record<string, unknown> {
  const previous = decisiveIn(definition, asDeployed(definition, before));
  const unchanged = Object.entries(previous).filter(([name]) => ignored.includes(name));
  return { ...decisiveIn(definition, declared), ...Object.fromEntries(unchanged) };
}

/** A property, compared with the responses of an operation. */
interface PropertyAfter extends Comparison {
  readonly name: string;
  /** Whether the program manages its value from now on. */
  readonly isOurs: boolean;
  /** Whether nobody knows yet if a write of an earlier operation, which had no response, has changed it. */
  readonly isUnconfirmed: boolean;
}

function propertiesAfter(
  definition: Definition,
  { state: before, live = {}, sent = nothingSent }: Omit<Known, "id">,
  declared: Declared,
): PropertyAfter[] {
  const previous = declaredIn(definition, before);
  return Object.entries(definition.properties).map(([name, property]) => {
    const stored = before.values[name];
    const inState = { previous: previous[name], stored, serverForm: before.serverForms[name] };
    const isWritten = sent.has(name);
    const compared = isWritten
      ? compareWithWrite(property, live, { declared: declared[name], wire: sent.get(name) }, inState)
      : compareWithRead(property, live, declared[name], inState);
    // Null if no response ever carried it, so that programs that use the output get a known value.
    const value = compared.value ?? null;
    // If this operation has written it, too, that settles it.
    const wasUnconfirmed = before.unconfirmed.includes(name) && !isWritten;
    const isShown = liveValue(property, live, undefined) !== undefined;
    // If the unconfirmed write took effect, the value is the program's, although it may no longer declare it.
    const tookEffect = wasUnconfirmed && !isDeepStrictEqual(value, stored ?? null);
    const isDeclared = declared[name] !== undefined;
    return { ...compared, name, value, isOurs: isDeclared || tookEffect, isUnconfirmed: wasUnconfirmed && !isShown };
  });
}

/** Computes what the state holds after a read. Declared properties stay declared. */
export function stateAfterRead(place: Place, live: Live, before: State = noState): State {
  const { state } = stateAfterWrite(place, { state: before, live }, declaredIn(place.definition, before));
  // Only a deployment changes these. The state of an import, or of an earlier version, doesn't say yet what was deployed.
  const { adopt, taken, deployed = state.deployed } = before;
  return { ...state, adopt, taken, deployed };
}
