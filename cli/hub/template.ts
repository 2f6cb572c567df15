import type { Live, Stored } from "../../model/api/form.ts";
import { helpWith } from "../../model/api/nearest.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { withoutCode } from "../../model/problem.ts";
import { type Account, openAccount } from "../../provider/client/account.ts";
import { isDeleted } from "../../provider/client/response.ts";
import { storedAfterRead } from "../../provider/lifecycle/forms/stored.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import { isDefaultProvider } from "../../provider/resource-type.ts";
import { findConnection, openAccounts } from "../connection.ts";
import { severalHubs } from "../errors/command.ts";
import { incompleteTemplate, noTemplate } from "../errors/during.ts";
import type { ConnectionOptions } from "../options.ts";
import { findProject } from "../project/folder.ts";
import { parseOutput } from "../project/pulumi.ts";
import { type StackRecord, stackRecord } from "../project/record.ts";
import { type ExportedStack, findStack, mustRun } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { chooseHubs } from "./content.ts";

export interface HubOfAccount {
  readonly account: Account;
  readonly subdomain: string;
}

export interface HubOptions extends ConnectionOptions {
  readonly hub?: string;
}

export interface Template extends HubOfAccount {
  /** What the command line calls it: `IncidentTemplate "api-down"`. */
  readonly name: string;
  readonly values: Stored;
  /** All templates of its kind, perhaps with basic info only. */
  readonly listed: readonly Live[];
}

/**
 * Opens the hub that the options name, the hub of a record in the stack, or the only one that the key sees. A hub of the stack is
 * in the account of its provider.
 */
export async function openHub(options: HubOptions, records: readonly StackRecord[], named?: StackRecord) {
  const { cwd, stack } = options;
  const record = named ?? records.find(({ hub }) => options.hub !== undefined && hub.subdomain === options.hub);
  const account =
    record === undefined || isDefaultProvider(record.provider)
      ? openAccount(await findConnection(options), { print: note })
      : await openAccounts(await findStack(cwd, stack), { print: note })(record.provider);
  if (options.hub === undefined && record !== undefined)
    return { account, ...(await account.hubs.resolve(record.hub)) };
  const [subdomain] = await chooseHubs(options.hub, { several: severalHubs.option })(account);
  return { account, ...(await account.hubs.resolve({ subdomain })) };
}

/**
 * Finds a template by its name in the selected stack, its title on the hub, or its ID.
 *
 * @throws CommandError if there is none, or more than one
 */
export async function findTemplate(definition: Definition, reference: string, options: HubOptions): Promise<Template> {
  const { records, reason = [] } = await readStack(options);
  const ofKind = records.filter(({ kind }) => kind === definition.kind);
  const named = ofKind.filter(({ name }) => name === reference);
  const name = `${definition.kind} ${JSON.stringify(reference)}`;
  const requireOne = (found: readonly string[]) => {
    if (new Set(found).size > 1) throw new CommandError(noTemplate.several({ name, records: found.join(", ") }));
  };
  // Two accounts, or two hubs.
  requireOne(
    named.map(({ provider, ...each }) => (options.hub === undefined ? `${each.hub.subdomain}/${each.id}` : provider)),
  );
  const hub = await openHub(options, records, named[0]);
  const { subdomain } = hub;
  const collection = await open(hub.account, definition, hub);
  const listed = await collection.list();
  const having = (key: string) =>
    listed.filter((live) => String(live[key]) === reference).map((live) => String(live.id));
  const inStack = named.flatMap((record) => (record.hub.id === hub.id ? record.id : []));
  // An ID is unique, and another template may have it as its title.
  const byId = having("id");
  const ids = byId.length > 0 ? byId : [...inStack, ...having("title")];
  requireOne(ids.map((each) => `${subdomain}/${each}`));
  const [id] = ids;
  const live = id === undefined ? undefined : await collection.get(id);
  if (live !== undefined && !isDeleted(live))
    return { ...hub, name, values: storedAfterRead({ definition, collection, live }), listed };
  const names = [...ofKind.map((record) => record.name), ...listed.map(({ title }) => title)].filter((each) => each);
  const help = names.length === 0 ? [] : helpWith(reference, [...new Set(names.map(String))], "Templates");
  throw new CommandError(noTemplate.none({ name, hub: subdomain, help: [help, reason].flat().join(" ") }));
}

/**
 * Reads which records the stack manages, if there is one; everything secret stays encrypted. If the options name another account
 * than the stack's, the same ID means another record there.
 */
export async function readStack(options: ConnectionOptions) {
  const { cwd, stack, baseUrl, account, region } = options;
  const isElsewhere = (baseUrl ?? account ?? region) !== undefined;
  if (isElsewhere || (stack === undefined && findProject(cwd) === undefined)) return { records: [] };
  try {
    const purpose = "read the names in the stack";
    const run = await mustRun(await findStack(cwd, stack), ["stack", "export"], { purpose });
    const { resources = [] } = parseOutput<ExportedStack>(run).deployment;
    return { records: resources.filter((each) => !each.delete).flatMap((each) => stackRecord(each) ?? []) };
  } catch (error) {
    // Without a stack, a template still has a title and an ID.
    if (stack !== undefined || !(error instanceof CommandError)) throw error;
    return { records: [], reason: withoutCode(error.message) };
  }
}

/**
 * Requires what an operation needs of a template.
 *
 * @throws CommandError naming everything that it lacks
 */
export function requireIn({ name }: Template, purpose: string, needed: Record<string, unknown>): void {
  const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : /\S/.test(String(value || "")));
  const missing = Object.keys(needed).filter((key) => !isSet(needed[key]));
  if (missing.length > 0) throw new CommandError(incompleteTemplate({ name, purpose, missing: missing.join(", ") }));
}
