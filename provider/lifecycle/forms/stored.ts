import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { HubAddress } from "../../client/hubs.ts";
import { liveValue } from "./compare.ts";
import { compareWithRead, compareWithWrite } from "./compare-response.ts";
import {
  adoptionIn,
  adoptKey,
  asDeployed,
  decisiveIn,
  declaredIn,
  declaredKey,
  deployedKey,
  hubCreatedKey,
  isAdopting,
  isTaken,
  type Kept,
  occurrencesKey,
  ownerKey,
  serverFormsIn,
  serverFormsKey,
  takenKey,
  unconfirmedIn,
  unconfirmedKey,
} from "./state.ts";

/*
 * Computes what the state holds of a record from a response.
 */

/** A record as a response has shown it. The state only holds the hub of where it is. */
export interface RecordResponse {
  readonly definition: Definition;
  readonly collection: { readonly hub: Pick<HubAddress, "id" | "createdAt"> };
  readonly live: Live;
}

/** The record that an operation writes to, as far as the operation knows it. Only a request adds to it. */
export interface Known extends Kept {
  /** The state before the first PUT. For a record that is in no state yet: what it would have if the operation ended here. */
  readonly stored: Stored;
  /** The record as the responses of this operation have shown it so far; empty if there was none. */
  readonly live: Live;
  /** The names of the properties that this operation has written. */
  readonly sent: ReadonlySet<string>;
  /** Where the record comes from: this operation, which may also have restored it; the state; or an adoption. */
  readonly origin: "created" | "stored" | "adopted";
}

type Shown = Pick<Known, "stored" | "live" | "sent">;

/** If an operation has only read. */
export const unsent: ReadonlySet<string> = new Set();

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
export function storedAfterWrite(
  { definition, collection: { hub } }: Omit<RecordResponse, "live">,
  known: Shown,
  declared: Declared,
): { stored: Stored; ignored: readonly string[]; stillShown: readonly string[] } {
  const { stored: before, live } = known;
  const properties = propertiesAfter(definition, known, declared);
  const values = properties.map(({ name, value }) => [name, value]);
  const outputs = Object.entries(definition.outputs).map(([name, output]) => {
    const value = output.read(live);
    // Null is a value: the output follows the record.
    return [name, value === undefined ? (before[name] ?? null) : value];
  });
  const stored = {
    ...(declared.hub !== undefined && { hub: declared.hub, hubId: hub.id }),
    ...Object.fromEntries([...values, ...outputs]),
    ...ownKeysAfter(properties, { before, declared, hubCreated: hub.createdAt }),
  };
  const ignored = properties.filter((property) => property.ignored).map(({ name }) => name);
  const stillShown = properties.filter((property) => property.stillShown).map(({ name }) => name);
  if (definition.period === undefined) return { stored, ignored, stillShown };
  const deployed = deployedAfter(definition, { before, declared, ignored });
  return { stored: { ...stored, [deployedKey]: deployed }, ignored, stillShown };
}

/** What an update has deployed of what decides whether a maintenance is over: not what the service has ignored. */
function deployedAfter(
  definition: Definition,
  { before, declared, ignored }: { before: Stored; declared: Declared; ignored: readonly string[] },
): Record<string, unknown> {
  const previous = decisiveIn(definition, asDeployed(definition, before));
  const kept = Object.entries(previous).filter(([name]) => ignored.includes(name));
  return { ...decisiveIn(definition, declared), ...Object.fromEntries(kept) };
}

function propertiesAfter(definition: Definition, { stored: before, live, sent }: Shown, declared: Declared) {
  const previous = declaredIn(definition, before);
  const serverForms = serverFormsIn(before);
  const unconfirmed = unconfirmedIn(before).filter((name) => !sent.has(name));
  return Object.entries(definition.properties).map(([name, property]) => {
    const inState = { previous: previous[name], stored: before[name], serverForm: serverForms[name] };
    const compareWith = sent.has(name) ? compareWithWrite : compareWithRead;
    const compared = compareWith(property, live, declared[name], inState);
    // Null if no response ever carried it, so that programs that use the output get a known value.
    const value = compared.value ?? null;
    const wasUnconfirmed = unconfirmed.includes(name);
    // A write without a response took effect, so the value is the program's although it may no longer declare it.
    const tookEffect = wasUnconfirmed && !isDeepStrictEqual(value, before[name] ?? null);
    const isOurs = declared[name] !== undefined || compared.ignored === true || tookEffect;
    // Nobody knows yet whether the earlier write took effect.
    const isUnconfirmed = wasUnconfirmed && liveValue(property, live, undefined) === undefined;
    return { ...compared, name, value, isOurs, isUnconfirmed };
  });
}

/** Returns the keys that only the provider reads. */
function ownKeysAfter(
  properties: ReturnType<typeof propertiesAfter>,
  { before, declared, hubCreated = before[hubCreatedKey] }: { before: Stored; declared: Declared; hubCreated: unknown },
): Stored {
  const forms = properties.flatMap(({ name, serverForm }) => (serverForm === undefined ? [] : [[name, serverForm]]));
  const unconfirmed = properties.filter(({ isUnconfirmed }) => isUnconfirmed).map(({ name }) => name);
  const kept = [ownerKey, occurrencesKey].filter((key) => key in before).map((key) => [key, before[key]]);
  return {
    [declaredKey]: properties.filter(({ isOurs }) => isOurs).map(({ name }) => name),
    ...(forms.length > 0 && { [serverFormsKey]: Object.fromEntries(forms) }),
    ...(declared.hub !== undefined && hubCreated !== undefined && { [hubCreatedKey]: hubCreated }),
    ...Object.fromEntries(kept),
    ...(isAdopting(declared) && { [adoptKey]: declared.adopt, [takenKey]: isTaken(before) }),
    ...(unconfirmed.length > 0 && { [unconfirmedKey]: unconfirmed }),
  };
}

/** Computes what the state holds after a read. Declared properties stay declared. */
export function storedAfterRead(response: RecordResponse, before: Stored = {}): Stored {
  const { stored } = storedAfterWrite(
    response,
    { stored: before, live: response.live, sent: unsent },
    declaredIn(response.definition, before),
  );
  // Only a deployment changes these.
  const deployed = before[deployedKey] === undefined ? {} : { [deployedKey]: before[deployedKey] };
  return { ...stored, ...adoptionIn(before), ...deployed };
}
