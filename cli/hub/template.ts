import type { Live, Stored } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { helpWith } from "../../model/api/nearest.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { withoutCode } from "../../model/problem.ts";
import { isDefaultProvider } from "../../model/pulumi/resource-type.ts";
import { type Account, hasSimilarIdentity, mayBeSame, open, openAccount, valuesIn } from "../../provider/inspect.ts";
import type { Whereabouts } from "../advice.ts";
import { baseUrlIn, findConnection, openAccounts } from "../connection.ts";
import { severalHubs } from "../errors/command.ts";
import { incompleteTemplate, noTemplate } from "../errors/during.ts";
import type { ConnectionOptions } from "../options.ts";
import { findProject } from "../project/folder.ts";
import { parseOutput } from "../project/pulumi.ts";
import { type StackRecord, stackRecord } from "../project/record.ts";
import { type ExportedStack, findStack, mustRun } from "../project/stack.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { chooseHubs } from "./content.ts";

export interface HubOfAccount {
  readonly account: Account;
  readonly subdomain: string;
  /** What an advised command needs besides the options of this run to reach the account. */
  readonly whereabouts?: Whereabouts;
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

interface OwnRecord extends StackRecord {
  /** Opens the account of its provider. */
  readonly open: () => Promise<Account>;
}

/**
 * Opens the account of the records that are meant: those that were named, those of the hub that the options name, or all of the
 * stack. Without records, the options, the stack configuration or the environment name it.
 *
 * @throws CommandError if it could be several accounts
 */
export async function openMeant(options: HubOptions, records: readonly OwnRecord[], named: readonly OwnRecord[] = []) {
  const onHub = (each: readonly OwnRecord[]) =>
    each.filter(({ hub }) => options.hub !== undefined && hub.subdomain === options.hub);
  const [meant = []] = [onHub(named), named, onHub(records), records].filter((each) => each.length > 0);
  const opened = await Promise.all(meant.map((record) => record.open()));
  const accounts = new Map(opened.map((account) => [account.client.connection.baseUrl, account]));
  if (accounts.size > 1) throw new CommandError(severalHubs.accounts({ accounts: [...accounts.keys()].join(", ") }));
  const [account = openAccount(await findConnection(options), { print: note })] = accounts.values();
  const isClear = records.every(({ provider }) => isDefaultProvider(provider));
  return { account, whereabouts: isClear ? {} : { baseUrl: account.client.connection.baseUrl } };
}

/** Opens the hub that the options name, the hub of a named record, or the only one that the key sees. */
export async function openHub(options: HubOptions, records: readonly OwnRecord[], named: readonly OwnRecord[] = []) {
  const opened = await openMeant(options, records, named);
  const { hubs } = opened.account;
  if (options.hub === undefined && named[0]) return { ...opened, ...(await hubs.resolve(named[0].hub)) };
  const [subdomain] = await chooseHubs(options.hub, { several: severalHubs.option })(opened.account);
  return { ...opened, ...(await hubs.resolve({ subdomain })) };
}

/**
 * Finds a template by its name in the selected stack, its title on the hub, or its ID.
 *
 * @throws CommandError if there is none, or more than one
 */
export async function findTemplate(definition: Definition, reference: string, options: HubOptions): Promise<Template> {
  const { records, reason } = await readStack(options);
  const ofKind = records.filter(({ kind }) => kind === definition.kind);
  const named = ofKind.filter(({ name }) => name === reference);
  const name = `${definition.kind} ${JSON.stringify(reference)}`;
  const requireOne = (found: readonly string[]) => {
    if (new Set(found).size > 1) throw new CommandError(noTemplate.several({ name, records: found.join(", ") }));
  };
  const hub = await openHub(options, records, named);
  if (options.hub === undefined) requireOne(named.map((each) => `${each.hub.subdomain}/${each.id}`));
  const isOnHub = (record: OwnRecord) => record.hub.id === hub.id;
  const collection = await open(hub.account, definition, hub);
  const titled = { declared: { title: reference }, names: ["title"] };
  const inFull = async (live: Live) =>
    mayBeSame(definition, live, titled) ? ((await collection.get(String(live.id))) ?? live) : live;
  const listed = await Promise.all((await collection.list()).map(inFull));
  const isMeant = (live: Live) => String(live.id) === reference || hasSimilarIdentity(definition, live, titled);
  const ids = [...named.filter(isOnHub).map(({ id }) => id), ...listed.filter(isMeant).map(({ id }) => String(id))];
  requireOne(ids.map((each) => `${hub.subdomain}/${each}`));
  const live = ids[0] === undefined ? undefined : await collection.get(ids[0]);
  if (live !== undefined && !isDeleted(live)) return { ...hub, name, values: valuesIn(definition, live), listed };
  const names = [...ofKind.filter(isOnHub).map((record) => record.name), ...listed.map(({ title }) => title)];
  const known = [...new Set(names.flatMap((each) => (each ? String(each) : [])))];
  const help = [...(known.length === 0 ? [] : [helpWith(reference, known, "Templates")]), ...(reason ? [reason] : [])];
  throw new CommandError(noTemplate.none({ name, hub: hub.subdomain, help: help.map((each) => ` ${each}`).join("") }));
}

interface OwnRecords {
  /** Those in the account that the options name, if they name one: in another account, the same ID means another record. */
  readonly records: readonly OwnRecord[];
  readonly all: readonly OwnRecord[];
  /** Why the stack can't be read, as a sentence. */
  readonly reason?: string;
}

/**
 * Reads which records the selected stack manages; everything secret stays encrypted.
 *
 * @param isRequired whether it must be readable. Otherwise, a template still has a title and an ID
 */
export async function readStack(
  options: ConnectionOptions,
  isRequired = options.stack !== undefined,
): Promise<OwnRecords> {
  const { cwd, stack } = options;
  if (stack === undefined && findProject(cwd) === undefined) return { records: [], all: [] };
  try {
    const found = await findStack(cwd, stack);
    const run = await mustRun(found, ["stack", "export"], { purpose: "read the names in the stack" });
    const { resources = [] } = parseOutput<ExportedStack>(run).deployment;
    const accountOf = openAccounts(found, { print: note });
    const all = resources
      .filter((each) => !each.delete)
      .flatMap((each) => stackRecord(each) ?? [])
      .map((record) => ({ ...record, open: () => accountOf(record.provider) }));
    const baseUrl = baseUrlIn(options);
    if (baseUrl === undefined) return { records: all, all };
    const urls = await Promise.all(all.map(async (each) => (await each.open()).client.connection.baseUrl));
    return { records: all.filter((_, index) => urls[index] === baseUrl), all };
  } catch (error) {
    if (isRequired || !(error instanceof CommandError)) throw error;
    return {
      records: [],
      all: [],
      reason: `The names in the stack aren't known: ${sentence(withoutCode(error.message))}`,
    };
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
