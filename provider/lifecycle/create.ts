import { type Declared, holdsUnknown, type Live } from "../../model/api/form.ts";
import { isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { throwNotOffered } from "../client/writes.ts";
import { recordAdopted } from "../errors/stays.ts";
import { overwritten } from "../errors/up.ts";
import { compare } from "./forms/compare.ts";
import { isAdopting, type Known } from "./forms/state.ts";
import { stateAfterRead } from "./forms/stored.ts";
import { inHub } from "./in-hub.ts";
import { operationsFor } from "./operations.ts";
import { hubOf } from "./record/hub.ts";
import type { Context, Scope } from "./record/scope.ts";
import { subject } from "./record/subject.ts";

/** Creates the record that a program declares, or adopts the existing one, and says what that means. */
export function create(account: Account, context: Context, declared: Declared): Promise<Known> {
  const { definition } = context;
  const hub = hubOf(definition, { declared });
  if (isAdoptOnly(definition)) {
    const operation = { verb: "adopt", declared, hub } as const;
    return inHub(account, context, operation, (scope) => adoptHub(account, scope, declared));
  }
  const operation = { verb: "create", declared, hub } as const;
  return inHub(account, context, operation, (scope) => adoptOrMake(scope, declared));
}

async function adoptOrMake(scope: Scope, declared: Declared): Promise<Known> {
  const operations = operationsFor(scope.definition);
  const adopted = isAdopting(declared) ? await operations.adopt(scope, declared) : undefined;
  if (adopted === undefined) return operations.make(scope, declared);
  const { id, state } = adopted;
  const what = subject({ ...scope, declared, recordId: id });
  // So that nobody is surprised by what the next updates don't do.
  scope.say("info", recordAdopted({ what, time: String(state.values.createdAt) }));
  return adopted;
}

/** The API can't create hubs, so a new Hub resource always adopts an existing one, and may overwrite what it has. */
async function adoptHub(account: Account, scope: Scope, declared: Declared): Promise<Known> {
  const before = await account.hubs.find(scope.collection.hub.subdomain);
  // Described before the adoption, which changes what is there, and said only if that succeeds.
  const warning = before && describeOverwriting(scope, declared, before);
  const adopted = await operationsFor(scope.definition).adopt(scope, declared);
  // The hub has been deleted since it was opened.
  if (adopted === undefined) throwNotOffered();
  if (warning !== undefined) scope.say("warning", warning);
  return adopted;
}

/** Names the properties with a value that an adoption overwrites. The values aren't shown, because the program may keep them secret. */
function describeOverwriting(scope: Scope, declared: Declared, live: Live): string | undefined {
  const { definition } = scope;
  const state = stateAfterRead(scope, live);
  const names: string[] = [];
  for (const { name, wire } of compare(definition, state, declared)) {
    const isSent = wire !== undefined && !holdsUnknown(wire);
    const isEmpty = state.values[name] === null || state.values[name] === "";
    if (isSent && !isEmpty) names.push(name);
  }
  if (names.length === 0) return undefined;
  return overwritten({ kind: definition.kind, id: String(live.id), properties: names.join(" and ") });
}
