import type { Declared, Stored } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { definitions } from "../../model/kinds/index.ts";
import { type Account, failureOf, open, valuesIn } from "../../provider/inspect.ts";
import { readHub, readRecord } from "../hub/content.ts";
import { providerOf } from "../project/record.ts";
import { isHub, labelOfLive, referencesIn } from "../records.ts";
import { type AdoptedRecord, type AdoptedRecords, isAdoption, showsUnknown } from "./change.ts";
import type { PlannedChange } from "./planned.ts";
import { type ServiceNames, serviceKey, serviceKind, serviceProperty } from "./services.ts";
import { type FindManaged, type PlannedStack, recordKey, secretLabel } from "./stacks.ts";

/** What a plan leaves out of the page. Everything is read with GETs. */
export interface PageFacts {
  readonly adopted: AdoptedRecords;
  readonly services: ServiceNames;
  /** Hubs whose services can't be read. */
  readonly withoutNames: ReadonlySet<string>;
}

/** Reads what the plans need. A plan that changes no record of StatusHub needs nothing. */
export async function readPageFacts(stacks: readonly PlannedStack[], managed: FindManaged): Promise<PageFacts> {
  const adopted = new Map<string, AdoptedRecord | null>();
  const naming: NamingRecord[] = [];
  for (const { planned, accountOf } of stacks) {
    for (const change of planned) {
      const { declaredHub: hub, subdomain, step } = change;
      if (!isAdoption(change) && serviceProperty(change) === undefined) continue;
      const account = await accountOf(providerOf(step.newState ?? step.oldState ?? {}));
      if (account === undefined) continue;
      const found = isAdoption(change) ? await readAdopted(account, change) : undefined;
      if (found !== undefined) adopted.set(step.urn, found);
      const ids = serviceIds(change, found?.values);
      if (ids.length > 0) naming.push({ account, hub, subdomain, kind: serviceKind(change), ids });
    }
  }
  return { adopted, ...(await readServiceNames(naming, managed)) };
}

/** Reads the record that the program adopts; null if there is none, and undefined if the plan doesn't say which one. */
async function readAdopted(account: Account, change: PlannedChange): Promise<AdoptedRecord | null | undefined> {
  const { kind, definition, step } = change;
  const inputs = step.newState?.inputs ?? {};
  const subdomain = isHub(kind) ? String(inputs.subdomain) : change.subdomain;
  if (showsUnknown(subdomain)) return undefined;
  const hub = await readHub(account, subdomain);
  const record = isHub(kind)
    ? hub
    : inputs.adopt === true
      ? await ifReadable(() => findIdentified(account, change, { subdomain, inputs }))
      : await ifReadable(async () => (await open(account, definition, { subdomain })).get(String(inputs.adopt)));
  if (record === undefined || record === null) return record;
  // Documented: only a deleted subscription can be restored. The update fails for any other deleted record.
  if (isDeleted(record) && definition.operations.restore === undefined) return undefined;
  return {
    id: String(record.id),
    isDeleted: isDeleted(record),
    values: valuesIn(definition, record),
  };
}

async function findIdentified(
  account: Account,
  { definition }: PlannedChange,
  { subdomain, inputs }: { readonly subdomain: string; readonly inputs: Declared },
) {
  const names = (definition.identity ?? []).filter((name) => inputs[name] !== undefined);
  const isHidden = (name: string) => inputs[name] === "[secret]" || showsUnknown(inputs[name]);
  if (names.length === 0 || names.some(isHidden)) return undefined;
  const listed = await (await open(account, definition, { subdomain })).list();
  const found = listed.find((record) =>
    names.every((name) => record[definition.properties[name]?.key ?? ""] === inputs[name]),
  );
  if (found === undefined) return null;
  return readRecord(account, definition, { subdomain, id: String(found.id) });
}

/** Returns undefined if this key may not read it, or StatusHub doesn't offer it. The report then says what isn't known. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const { is, isListUnavailable = false } = failureOf(error) ?? {};
    if (is === "forbidden" || is === "hub not visible" || isListUnavailable) return undefined;
    throw error;
  }
}

/** A record that names services. */
interface NamingRecord {
  readonly account: Account;
  readonly hub: string;
  readonly subdomain: string;
  /** Kind of what it names. */
  readonly kind: string;
  readonly ids: readonly string[];
}

/** Returns the IDs of the services that a record names in each phase of the plan, and in what was read of it. */
function serviceIds({ definition, beforeRefresh, step }: PlannedChange, read: Stored | undefined): string[] {
  const states = [beforeRefresh, step.oldState, step.newState].flatMap((state) => [state?.inputs, state?.outputs]);
  const ids = [...states, read].flatMap((values) => referencesIn(definition, values ?? {})).map(({ id }) => String(id));
  return [...new Set(ids)].filter((id) => Number.isInteger(Number(id)));
}

/** Reads the names of services: with a list or, if the API has none, one by one. */
async function readServiceNames(
  records: readonly NamingRecord[],
  findManaged: FindManaged,
): Promise<Pick<PageFacts, "services" | "withoutNames">> {
  if (records.length === 0) return { services: new Map(), withoutNames: new Set() };
  const managed = await findManaged();
  const found = await Promise.all(records.map(async (each) => ({ ...each, names: await namesOf(each, managed) })));
  return {
    services: new Map(found.flatMap(({ names = [] }) => names)),
    withoutNames: new Set(found.flatMap(({ hub, names }) => (names === undefined ? [hub] : []))),
  };
}

const namesOf = ({ account, hub, subdomain, kind, ids }: NamingRecord, managed: Awaited<ReturnType<FindManaged>>) =>
  ifReadable(async () => {
    const service = definitions[kind];
    const found = await account.hubs.find(subdomain);
    if (found === undefined || service === undefined) return undefined;
    // Documented: a connected hub shows services of its primary hub, and operations on services are only valid there.
    const place = found.type === "connected" ? { id: String(found.parent_id) } : { subdomain };
    const collection = await open(account, service, place);
    const named = ids.map(async (id) => {
      const record = await collection.read(id);
      if (record === undefined) return [];
      // A program may declare a name as a secret.
      const isSecret = managed.get(recordKey(account, { kind: service.kind, id })) === secretLabel;
      return [[serviceKey(hub, id), isSecret ? secretLabel : labelOfLive(service, record)] as const];
    });
    return (await Promise.all(named)).flat();
  });
