import type { Account } from "../client/account.ts";
import type { ReadSetting } from "../config.ts";
import type { Lookup } from "../functions/define.ts";
import { lookups } from "../functions/index.ts";
import type { Owners } from "../lifecycle/owners.ts";
import { findNodeProblem } from "../node.ts";
import {
  checkFailure,
  definitionOf,
  hubChange,
  pointerKey,
  unknownMark,
  withoutPointer,
  withSecrets,
  withUnknowns,
} from "../pulumi.ts";
import type { Values } from "../resources/define.ts";
import { keepingPartial, stackless, withoutStack } from "./failures.ts";

/*
 * The adapter to Pulumi's dynamic-provider protocol. Everything behind it is loaded when it is needed: check and diff need
 * no HTTP client.
 */

export interface DynamicProvider {
  configure(request: { config: { get(key: string): string | undefined } }): void;
  check(olds: Values, news: Values): Promise<{ inputs: Values; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Values,
    news: Values,
  ): Promise<{ changes?: false; replaces?: string[]; deleteBeforeReplace?: boolean }>;
  create(inputs: Values): Promise<{ id: string; outs: Values }>;
  read(id: string, olds: Values): Promise<{ id?: string; props?: Values; inputs?: Values }>;
  update(id: string, olds: Values, news: Values): Promise<{ outs: Values }>;
  delete(id: string, olds: Values): Promise<void>;
}

type LookUpProvider = Pick<DynamicProvider, "configure" | "read">;

/**
 * The dynamic provider of one kind of resource, or of a function. Called by Pulumi's provider process through the pointer
 * that every resource carries; the pointer, this entry and the names are a wire format and never change.
 */
export function handler(name: string): DynamicProvider | LookUpProvider {
  // Before anything of the HTTP client is loaded: on an older Node it fails with a message about its own code.
  const problem = findNodeProblem(process.versions.node);
  if (problem !== undefined) throw stackless(problem);

  const lookup = lookups[name];
  return lookup === undefined ? resourceHandler(name) : lookUpHandler(lookup);
}

/** A function of the package, which Pulumi reads as a resource that no program manages. */
function lookUpHandler(lookup: Lookup): LookUpProvider {
  let setting: ReadSetting = () => undefined;
  return {
    configure({ config }) {
      setting = (key) => config.get(key);
    },

    read: (id, olds) =>
      withoutStack(async () => {
        const args = withoutPointer(olds);
        // A refresh brings the result of the last run, which stays: the program asks again, and a destroy needs none.
        if ("found" in args) return { id, props: args };
        const [{ lookUp }, definition] = await Promise.all([
          import("../lifecycle/look-up.ts"),
          definitionOf(lookup.kind),
        ]);
        return { id, props: { ...args, found: await lookUp(await accountFor(setting), { definition, lookup }, args) } };
      }),
  };
}

function resourceHandler(kind: string): DynamicProvider {
  let setting: ReadSetting = () => undefined;
  const resource = () => definitionOf(kind);
  const account = () => accountFor(setting);
  const ownersOfStack = () => ownersFor(setting);

  return {
    // Synchronous and without a way to fail: Pulumi does not wait for it before the first operations.
    configure({ config }) {
      setting = (key) => config.get(key);
    },

    check: (olds, news) =>
      withoutStack(async () => {
        const [{ check }, { doubtsAbout }, definition] = await Promise.all([
          import("../lifecycle/check.ts"),
          import("../lifecycle/doubt.ts"),
          resource(),
        ]);
        const inputs = withoutPointer(news);
        const declared = withUnknowns(inputs);
        const failures = check(definition, declared).map((failure) => checkFailure(definition, failure));
        const before = withoutPointer(olds);
        const owners = await ownersOfStack();
        owners.noteCheck(definition, before, declared);
        for (const doubt of doubtsAbout(definition, before, declared)) remark(`warning: ${doubt}`);
        failures.push(...(await configurationFailures(setting)));
        if (failures.length > 0) return { inputs, failures };
        const { verified } = await import("./verified.ts");
        const intent = { olds: before, news: declared, owners };
        return { inputs, failures: await verified({ setting, account, remark }, definition, intent) };
      }),

    diff: (id, olds, news) =>
      withoutStack(async () => {
        const [{ diff }, { requireSoleOwner }, definition] = await Promise.all([
          import("../lifecycle/diff.ts"),
          import("../lifecycle/adopt.ts"),
          resource(),
        ]);
        const [before, now] = [withoutPointer(olds), withUnknowns(withoutPointer(news))];
        requireSoleOwner(await ownersOfStack(), definition, { id, olds: before, news: now });
        const idOf = async (subdomain: string) => (await account()).hubs.idOf(subdomain);
        const hub = await hubChange(before, now, { idOf, remark });
        const { changed, replaces, deleteBeforeReplace } = diff(definition, before, now, hub);
        // Records that come from the plugin have no pointer yet: an update that sends nothing gives them one.
        if (changed.length === 0 && pointerKey in olds) return { changes: false };
        // Without `changes` the engine compares the inputs itself and shows which property differs.
        return { replaces: [...replaces], deleteBeforeReplace };
      }),

    create: (inputs) =>
      withoutStack(async () => {
        const [{ create }, definition] = await Promise.all([import("../lifecycle/reconcile.ts"), resource()]);
        return keepingPartial({ definition, inputs }, async () => {
          const desired = { news: withoutPointer(inputs), owners: await ownersOfStack() };
          const { recordId, outputs, remark: overwritten } = await create(await account(), definition, desired);
          if (overwritten !== undefined) remark(`warning: ${overwritten}`);
          return { id: recordId, outs: withSecrets(definition, outputs) };
        });
      }),

    read: (id, olds) =>
      withoutStack(async () => {
        const [{ read }, { isLookUp }, definition] = await Promise.all([
          import("../lifecycle/read.ts"),
          import("../lifecycle/state.ts"),
          resource(),
        ]);
        if (!isLookUp(definition, olds)) (await ownersOfStack()).noteInState(definition, id, olds.recordId);
        const found = await read(await account(), definition, id, withoutPointer(olds));
        if (found === undefined) return {};
        const { recordId, outputs, inputs } = found;
        return { id: recordId, props: withSecrets(definition, outputs), inputs: withSecrets(definition, inputs) };
      }),

    update: (id, olds, news) =>
      withoutStack(async () => {
        const [{ update }, definition] = await Promise.all([import("../lifecycle/reconcile.ts"), resource()]);
        return keepingPartial({ definition, inputs: news }, async () => {
          const owners = await ownersOfStack();
          const change = { id, olds: withoutPointer(olds), news: withoutPointer(news), owners };
          const { outputs } = await update(await account(), definition, change);
          return { outs: withSecrets(definition, outputs) };
        });
      }),

    delete: (id, olds) =>
      withoutStack(async () => {
        const [{ remove }, definition] = await Promise.all([import("../lifecycle/delete.ts"), resource()]);
        const owners = await ownersOfStack();
        const remark = await remove(await account(), definition, { id, olds: withoutPointer(olds), owners });
        if (remark !== undefined) print(remark);
      }),
  };
}

const allOwners = new Map<string, Owners>();

/** One process serves one stack; IDs are unique within an account. */
async function ownersFor(setting: ReadSetting): Promise<Owners> {
  const [{ Owners }, { shareAdoptions }, { findConnection, nameOfAccount }] = await Promise.all([
    import("../lifecycle/owners.ts"),
    import("../adoptions.ts"),
    import("../config.ts"),
  ]);
  const connection = findConnection(setting);
  const name = connection === undefined ? "" : nameOfAccount(connection);
  // Pulumi starts this process with the address of the engine.
  const owners = allOwners.get(name) ?? new Owners(shareAdoptions(process.argv[2], connection?.baseUrl));
  allOwners.set(name, owners);
  return owners;
}

/** Pulumi shows what this process prints. */
const print = (line: string) => void process.stdout.write(`${line}\n`);

async function accountFor(setting: ReadSetting): Promise<Account> {
  const [{ connect, describeUsage }, { printAtEnd }] = await Promise.all([
    import("../client/account.ts"),
    import("./budget.ts"),
  ]);
  printAtEnd(describeUsage);
  return connect(setting, print);
}

const remarks = new Set<string>();

function remark(line: string): void {
  if (!remarks.has(line)) print(line);
  remarks.add(line);
}

let isConfigurationReported = false;

/** Without an account nothing can be done, so a preview says so already: once, at the first resource. */
async function configurationFailures(setting: ReadSetting) {
  const { findConfigProblem } = await import("../config.ts");
  if (isConfigurationReported) return [];
  // In a preview the arguments of an explicit provider may be unknown; then there is nothing to judge yet.
  const problem = findConfigProblem(setting, (value) => value === unknownMark);
  if (problem === undefined) return [];
  isConfigurationReported = true;
  return [{ property: "", reason: problem }];
}
