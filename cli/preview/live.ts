import type { Declared } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../../provider/client/account.ts";
import { isDeleted } from "../../provider/client/collection.ts";
import { storedAfterRead } from "../../provider/lifecycle/forms/stored.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import { isDefaultProvider } from "../../provider/resource-type.ts";
import { openAccounts } from "../connection.ts";
import type { PlannedChange } from "../engine/planned.ts";
import { readHub, readRecord } from "../hub/content.ts";
import { isHub } from "../kinds.ts";
import type { Step } from "../project/preview.ts";
import { providerOf } from "../project/record.ts";
import type { Stack } from "../project/stack.ts";
import { type AdoptedRecords, holdsUnknown, isAdoption, type LiveRecord } from "./change.ts";
import type { FindManaged } from "./managed.ts";
import { type LiveOccurrence, readOccurrences } from "./occurrences.ts";
import type { PlannedStack } from "./plan.ts";
import { ifReadable } from "./readable.ts";
import { type NamedServices, namesServices, readServiceNames, serviceIds, statesOf } from "./service-names.ts";

/** What a plan leaves out of the live page. Everything is read with GETs. */
export interface LiveFacts {
  readonly adopted: AdoptedRecords;
  /** Names of services by hub and ID. */
  readonly services: ReadonlyMap<string, string>;
  /** Hubs whose services can't be read. */
  readonly withoutNames: ReadonlySet<string>;
  /** Later occurrences of the series that change, by the URN of the resource. */
  readonly occurrences: ReadonlyMap<string, readonly LiveOccurrence[]>;
}

/** Reads what the plans need. A plan that changes no record of StatusHub needs nothing. */
export async function readLiveFacts(
  stacks: readonly PlannedStack[],
  managed: FindManaged,
  now: number,
): Promise<LiveFacts> {
  const adopted = new Map<string, LiveRecord | null>();
  const occurrences = new Map<string, readonly LiveOccurrence[]>();
  const named: NamedServices[] = [];
  for (const { changes, accountOf } of stacks) {
    for (const change of changes) {
      const { declaredHub, step } = change;
      if (!isAdoption(change) && !namesServices(change)) continue;
      const account = await accountOf(providerOf(step.newState ?? step.oldState ?? {}));
      if (account === undefined) continue;
      const live = isAdoption(change) ? await readAdopted(account, change) : undefined;
      if (live !== undefined) adopted.set(step.urn, live);
      const later = await readOccurrences(account, change, now);
      occurrences.set(step.urn, later);
      const values = [...statesOf(change), live?.values, ...later.map((each) => each.values)];
      named.push({ account, hub: declaredHub, ids: serviceIds(change, values) });
    }
  }
  return { adopted, occurrences, ...(await readServiceNames(named, managed)) };
}

/** A provider that the update creates has a key that only the update knows. */
export function createOpenAccounts(stack: Stack, steps: readonly Step[]) {
  const accountOf = openAccounts(stack);
  const created = new Set(steps.filter(({ op }) => op === "create").map(({ urn }) => urn));
  return async (provider: string): Promise<Account | undefined> =>
    created.has(provider) && !isDefaultProvider(provider) ? undefined : accountOf(provider);
}

/** Reads the record that the program adopts; null if there is none, and undefined if the plan doesn't say which one. */
async function readAdopted(account: Account, change: PlannedChange): Promise<LiveRecord | null | undefined> {
  const { kind, declaredHub, step } = change;
  const [definition, inputs] = [definitions[kind], step.newState?.inputs ?? {}];
  if (definition === undefined) return undefined;
  const subdomain = isHub(kind) ? String(inputs.subdomain) : declaredHub;
  if (holdsUnknown(subdomain)) return undefined;
  const hub = await readHub(account, subdomain);
  const record = isHub(kind)
    ? hub
    : inputs.adopt === true
      ? await ifReadable(() => findIdentified(account, definition, { subdomain, inputs }))
      : await ifReadable(async () => (await open(account, definition, { subdomain })).get(String(inputs.adopt)));
  if (record === undefined || record === null) return record;
  // Documented: only a deleted subscription can be restored. The update fails for any other deleted record.
  if (isDeleted(record) && definition.operations.restore === undefined) return undefined;
  return {
    id: String(record.id),
    isDeleted: isDeleted(record),
    values: storedAfterRead({ definition, live: record, collection: { hub: { id: String(hub.id) } } }),
  };
}

async function findIdentified(
  account: Account,
  definition: Definition,
  { subdomain, inputs }: { readonly subdomain: string; readonly inputs: Declared },
) {
  const names = (definition.identity ?? []).filter((name) => inputs[name] !== undefined);
  const isHidden = (name: string) => inputs[name] === "[secret]" || holdsUnknown(inputs[name]);
  if (names.length === 0 || names.some(isHidden)) return undefined;
  const listed = await (await open(account, definition, { subdomain })).list();
  const found = listed.find((record) =>
    names.every((name) => record[definition.properties[name]?.wire ?? ""] === inputs[name]),
  );
  if (found === undefined) return null;
  return readRecord(account, definition, { subdomain, id: String(found.id) });
}
