import type { Stored } from "../../model/api/form.ts";
import { near } from "../../model/api/nearest.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { valuesIn } from "../../provider/inspect.ts";
import { incompleteTemplate, noTemplate } from "../errors/during.ts";
import { CommandError } from "../terminal/failure.ts";
import { joinWithAnd } from "../terminal/output.ts";
import { type HubOfAccount, type HubOptions, openMeant, openWithoutStack } from "./account.ts";
import { hubsToSearch, type SearchedHub } from "./hubs-to-search.ts";
import { type OwnRecord, readStack } from "./own-records.ts";
import { type Match, searchOn, type TemplateSearch } from "./template-search.ts";

export interface Template extends HubOfAccount {
  /** What the command line calls it: `IncidentTemplate "api-down"`. */
  readonly name: string;
  readonly values: Stored;
}

export interface TemplateOptions extends HubOptions {
  /** Nobody is asked before something is sent. */
  readonly yes?: boolean;
}

/**
 * Finds a template by its name in the selected stack, its title or its ID: on the hub that the options name, or else on the hubs
 * of the stack, or else on all that the key sees.
 *
 * @throws CommandError if there is none, or more than one
 */
export async function findTemplate(
  definition: Definition,
  reference: string,
  options: TemplateOptions,
): Promise<Template> {
  const search = { definition, reference };
  return (await findWithoutStack(search, options)) ?? findWithStack(search, options);
}

/** If options and environment name hub and account, an ID or an exact title is enough, so that nobody waits for `pulumi`. */
async function findWithoutStack(search: TemplateSearch, options: TemplateOptions): Promise<Template | undefined> {
  const opened = options.hub === undefined ? undefined : openWithoutStack(options);
  if (opened === undefined) return undefined;
  const { meant } = await hubsToSearch(opened, options, { records: [], own: [], named: [] });
  const { matches } = await searchOn(meant, search);
  const exact = matches.filter(({ isExact }) => isExact);
  return onlyOne(search, exact);
}

async function findWithStack(search: TemplateSearch, options: TemplateOptions): Promise<Template> {
  const { definition, reference } = search;
  const stack = await readStack(options);
  const own = stack.inAccount.filter(({ kind }) => kind === definition.kind);
  const named = own.filter(({ name }) => name === reference);
  // If the stack has the name, its account is meant. Otherwise the one that options and environment name or, without one, the stack's.
  const isInStack = named.length > 0;
  const withoutStack = isInStack ? undefined : openWithoutStack(options);
  const opened = withoutStack ?? (await openMeant(options, stack, named));
  const { meant, others, isOnlyHub } = await hubsToSearch(opened, options, { records: stack.inAccount, own, named });

  const onMeant = await searchOn(meant, search);
  const found = onlyOne(search, onMeant.matches);
  if (found !== undefined) return found;

  const onOthers = await searchOn(others, search);
  const elsewhere = onlyOne(search, onOthers.matches);
  if (elsewhere === undefined) {
    const hubs = [...meant, ...others];
    const known = [...onMeant.known, ...onOthers.known];
    throw new CommandError(explainNone(search, { hubs, known, named, problem: stack.problem }));
  }
  // It isn't on a hub that the options or the stack name, so people have to confirm the hub, unless the key sees only this one.
  const mustConfirmHub = !isOnlyHub;
  if (options.yes && mustConfirmHub) {
    throw new CommandError(noTemplate.otherHub({ name: elsewhere.name, hub: elsewhere.subdomain }));
  }
  return elsewhere;
}

interface NothingFound {
  readonly hubs: readonly SearchedHub[];
  /** The names and titles of all templates. */
  readonly known: readonly string[];
  /** What the stack has under the name that was looked for. */
  readonly named: readonly OwnRecord[];
  /** Why the stack can't be read. */
  readonly problem: string | undefined;
}

function explainNone(search: TemplateSearch, { hubs, known, named, problem }: NothingFound): string {
  const help = [
    ...named.map((record) => helpWithHub(record, hubs)),
    ...helpWithName(search.reference, known),
    ...(problem === undefined ? [] : [`The names in the stack aren't known: ${problem}`]),
  ];
  const sentences = help.map((sentence) => ` ${sentence}`).join("");
  return noTemplate.none({ name: nameOf(search), where: inWords(hubs), help: sentences });
}

/** @throws CommandError if several templates match */
function onlyOne(search: TemplateSearch, matches: readonly Match[]): Template | undefined {
  const name = nameOf(search);
  const [match, ...more] = matches;
  if (match === undefined) return undefined;
  if (more.length > 0) {
    const records = matches.map(({ searched, live }) => `${searched.hub.subdomain}/${live.id}`);
    throw new CommandError(noTemplate.several({ name, records: records.join(", ") }));
  }
  return { ...match.searched.hub, name, values: valuesIn(search.definition, match.live) };
}

const nameOf = ({ definition, reference }: TemplateSearch) => `${definition.kind} ${JSON.stringify(reference)}`;

function inWords(places: readonly SearchedHub[]): string {
  const [first, ...more] = places.map(({ hub }) => hub.subdomain);
  if (first === undefined) return "any hub that this key sees";
  return more.length === 0 ? `hub ${first}` : `the hubs ${joinWithAnd([first, ...more])}`;
}

/** Says where the stack has a template that wasn't found. */
function helpWithHub({ hub }: OwnRecord, searched: readonly SearchedHub[]): string {
  const wasSearched = searched.some((place) => place.hub.subdomain === hub.subdomain);
  if (wasSearched) return notReturned;
  return `It is on hub ${hub.subdomain}.`;
}

const notReturned =
  "The stack has it, but StatusHub doesn't return it: it was deleted, or this key can't read it. If it was deleted, " +
  "pulumi up --refresh creates it again.";

/** How many names a message lists. */
const mostNames = 10;

/** Returns sentences about the names that come near the one that doesn't exist, or about all of them. */
function helpWithName(reference: string, known: readonly string[]): string[] {
  const names = [...new Set(known)].filter((name) => name !== reference);
  const similar = near(reference, names).slice(0, 3);
  if (similar.length > 0) return [`Did you mean ${similar.map((name) => JSON.stringify(name)).join(" or ")}?`];
  if (names.length === 0) return [];
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return [`Templates: ${names.slice(0, mostNames).join(", ")}${more}.`];
}

/**
 * Requires what an operation needs of a template.
 *
 * @param needed the values by what they are called. One counts as missing if it is empty, blank, false, zero or not a number
 * @throws CommandError naming everything that it lacks
 */
export function requireIn({ name }: Template, purpose: string, needed: Record<string, unknown>): void {
  const hasText = (value: unknown) => /\S/.test(String(value || ""));
  const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : hasText(value));
  const missing = Object.keys(needed).filter((key) => !isSet(needed[key]));
  if (missing.length > 0) throw new CommandError(incompleteTemplate({ name, purpose, missing: missing.join(", ") }));
}
