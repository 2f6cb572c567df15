import type { Live } from "../../model/api/form.ts";
import { isLeft } from "../../model/api/live.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { hasSimilarIdentity, mayBeSame, open } from "../../provider/inspect.ts";
import type { HubOfAccount, HubOptions, OpenedAccount } from "./account.ts";
import type { OwnRecord } from "./own-records.ts";

/** What is looked for, as the command line calls it. */
export interface TemplateSearch {
  readonly definition: Definition;
  readonly reference: string;
}

/** A hub, with the templates that the stack has there. */
export interface SearchedHub {
  readonly hub: HubOfAccount;
  readonly own: readonly OwnRecord[];
}

export interface Match {
  readonly searched: SearchedHub;
  readonly live: Live;
  /** It has exactly this name, title or ID. */
  readonly isExact: boolean;
}

export interface FoundTemplates {
  /** What was found, in full. Exact matches win over similar titles. */
  readonly matches: readonly Match[];
  /** The names and titles of all templates, for somebody who has mistyped one. */
  readonly known: readonly string[];
}

export async function searchOn(hubs: readonly SearchedHub[], search: TemplateSearch): Promise<FoundTemplates> {
  const all = await Promise.all(hubs.map((hub) => searchHub(hub, search)));
  const matches = all.flatMap((each) => each.matches);
  const exact = matches.filter(({ isExact }) => isExact);
  return { matches: exact.length > 0 ? exact : matches, known: all.flatMap(({ known }) => known) };
}

async function searchHub(searched: SearchedHub, { definition, reference }: TemplateSearch): Promise<FoundTemplates> {
  const { hub, own } = searched;
  const collection = await open(hub.account, definition, hub);
  const titled = { declared: { title: reference }, names: ["title"] };
  const listed = await collection.list();
  // Documented: the list carries basic info. So this reads those in full that may be meant.
  const inFull = async (live: Live) =>
    mayBeSame(definition, live, titled) ? ((await collection.get(String(live.id))) ?? live) : live;
  const templates = await Promise.all(listed.map(inFull));

  const named = own.filter(({ name }) => name === reference).map(({ id }) => id);
  const isListed = (id: string) => templates.some((live) => String(live.id) === id);
  const unlisted = named.filter((id) => !isListed(id)).map((id): Live => ({ id }));
  const isExact = ({ id, title }: Live) =>
    named.includes(String(id)) || String(id) === reference || title === reference;
  const isMeant = (live: Live) => isExact(live) || hasSimilarIdentity(definition, live, titled);
  const matches = [...unlisted, ...templates].filter(isMeant).map(async (live) => {
    const whole = await collection.get(String(live.id));
    return isLeft(whole) ? [{ searched, live: whole, isExact: isExact(live) }] : [];
  });
  const titles = templates.flatMap(({ title }) => (title ? [String(title)] : []));
  return { matches: (await Promise.all(matches)).flat(), known: [...own.map(({ name }) => name), ...titles] };
}

/** Where a template is looked for: only if none of the meant hubs has it, the others are searched. */
export interface HubsToSearch {
  readonly meant: readonly SearchedHub[];
  readonly others: readonly SearchedHub[];
  /** The key sees no other hub, so it is clear which one is meant. */
  readonly isOnlyHub: boolean;
}

interface RecordsOfStack {
  /** All that the stack has in this account. */
  readonly records: readonly OwnRecord[];
  /** Its templates. */
  readonly own: readonly OwnRecord[];
  /** Those with the name that is looked for. */
  readonly named: readonly OwnRecord[];
}

/** Returns the hub that the options name, or else the hubs of the stack, and all others that the key sees. */
export async function hubsToSearch(
  opened: OpenedAccount,
  { hub }: HubOptions,
  { records, own, named }: RecordsOfStack,
): Promise<HubsToSearch> {
  const { hubs } = opened.account;
  const placeOf = ({ id, subdomain }: HubAddress): SearchedHub => ({
    hub: { ...opened, subdomain },
    own: own.filter((record) => record.hub.id === id),
  });
  if (hub !== undefined) {
    return { meant: [placeOf(await hubs.resolve({ subdomain: hub }))], others: [], isOnlyHub: false };
  }
  const visible = await hubs.list();
  const isInStack = ({ id }: Live) => records.some((record) => record.hub.id === String(id));
  // Documented: events belong to primary hubs.
  const others = visible.filter((live) => !isInStack(live) && live.type !== "connected");
  const ofNamed = await Promise.all(named.map((record) => hubs.resolve(record.hub)));
  const meant = [...ofNamed, ...visible.filter(isInStack).map(addressOf)];
  return {
    meant: [...new Map(meant.map((address) => [address.id, address])).values()].map(placeOf),
    others: others.map((live) => placeOf(addressOf(live))),
    isOnlyHub: visible.length === 1,
  };
}

interface HubAddress {
  readonly id: string;
  readonly subdomain: string;
}

const addressOf = ({ id, subdomain }: Live): HubAddress => ({ id: String(id), subdomain: String(subdomain) });
