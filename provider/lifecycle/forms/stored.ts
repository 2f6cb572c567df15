import { isDeepStrictEqual } from "node:util";
import type { Declared, Live } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { HubAddress } from "../../client/hubs.ts";
import { liveValue } from "./compare.ts";
import { compareWithRead, compareWithWrite } from "./compare-response.ts";
import { asDeployed, decisiveIn } from "./deployed.ts";
import { declaredIn, isAdopting, type Known, noState, type Sent, type State } from "./state.ts";

/*
 * Computes what the state holds of a record from a response.
 */

/** The records of a kind in a hub. The state only holds the hub of where they are. */
interface Place {
  readonly definition: Definition;
  readonly collection: { readonly hub: Pick<HubAddress, "id" | "createdAt"> };
}

/** If an operation has only read. */
const unsent: Sent = new Map();

/** Whether a response has every field that the state holds; some lists have fewer. */
export const isComplete = ({ properties, outputs }: Definition, live: Live): boolean =>
  Object.values(properties).every(
    (property) => property.writeOnly || liveValue(property, live, undefined) !== undefined,
  ) && Object.values(outputs).every((output) => output.read(live) !== undefined);

/**
 * Computes what the state holds after the requests of an operation: declared values if the record has them, otherwise
 * live ones.
 *
 * @returns also the names of the written properties that the record doesn't have, and of those that were reset and show the value
 * from before
 */
export function stateAfterWrite(
  { definition, collection: { hub } }: Place,
  known: Omit<Known, "id">,
  declared: Declared,
): { state: State; ignored: readonly string[]; stillShown: readonly string[] } {
  const { state: before, live = {} } = known;
  const properties = propertiesAfter(definition, known, declared);
  const values = properties.map(({ name, value }) => [name, value]);
  const outputs = Object.entries(definition.outputs).map(([name, output]) => {
    const shown = output.read(live);
    // Null is a value: the output follows the record.
    return [name, shown === undefined ? (before.values[name] ?? null) : shown];
  });
  const forms = properties.flatMap(({ name, serverForm }) => (serverForm === undefined ? [] : [[name, serverForm]]));
  const ignored = properties.filter((property) => property.ignored).map(({ name }) => name);
  // A hub isn't in a hub.
  const isInHub = declared.hub !== undefined;
  const place = isInHub ? { hub: declared.hub, hubId: hub.id } : {};
  const state: State = {
    values: { ...place, ...Object.fromEntries([...values, ...outputs]) },
    declared: properties.filter(({ isOurs }) => isOurs).map(({ name }) => name),
    serverForms: Object.fromEntries(forms),
    hubCreatedAt: isInHub ? (hub.createdAt ?? before.hubCreatedAt) : undefined,
    owner: before.owner,
    occurrences: before.occurrences,
    adopt: isAdopting(declared) ? declared.adopt : undefined,
    taken: isAdopting(declared) ? before.taken === true : undefined,
    unconfirmed: properties.filter(({ isUnconfirmed }) => isUnconfirmed).map(({ name }) => name),
    deployed: definition.period && deployedAfter(definition, { before, declared, ignored }),
  };
  const stillShown = properties.filter((property) => property.stillShown).map(({ name }) => name);
  return { state, ignored, stillShown };
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

/** Compares each property with the response, and says which belong to the program from now on. */
function propertiesAfter(
  definition: Definition,
  { state: before, live = {}, sent = unsent }: Omit<Known, "id">,
  declared: Declared,
) {
  const previous = declaredIn(definition, before);
  const { values, serverForms } = before;
  const unconfirmed = before.unconfirmed.filter((name) => !sent.has(name));
  return Object.entries(definition.properties).map(([name, property]) => {
    const inState = { previous: previous[name], stored: values[name], serverForm: serverForms[name] };
    const compared = sent.has(name)
      ? compareWithWrite(property, live, { declared: declared[name], wire: sent.get(name) }, inState)
      : compareWithRead(property, live, declared[name], inState);
    // Null if no response ever carried it, so that programs that use the output get a known value.
    const value = compared.value ?? null;
    const wasUnconfirmed = unconfirmed.includes(name);
    // A write without a response took effect, so the value is the program's although it may no longer declare it.
    const tookEffect = wasUnconfirmed && !isDeepStrictEqual(value, values[name] ?? null);
    const isOurs = declared[name] !== undefined || compared.ignored === true || tookEffect;
    // Nobody knows yet whether the earlier write took effect.
    const isUnconfirmed = wasUnconfirmed && liveValue(property, live, undefined) === undefined;
    return { ...compared, name, value, isOurs, isUnconfirmed };
  });
}

/** Computes what the state holds after a read. Declared properties stay declared. */
export function stateAfterRead(place: Place, live: Live, before: State = noState): State {
  const { state } = stateAfterWrite(place, { state: before, live }, declaredIn(place.definition, before));
  // Only a deployment changes these.
  const { adopt, taken, deployed = state.deployed } = before;
  return { ...state, adopt, taken, deployed };
}
