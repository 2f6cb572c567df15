import type { Live } from "../../model/api/form.ts";
import type { HubOfAccount, HubOptions, OpenedAccount } from "./account.ts";
import type { OwnRecord } from "./own-records.ts";

/** Where a template is looked for: only if none of the meant hubs has it, the others are searched. */
export interface HubsToSearch {
  readonly meant: readonly SearchedHub[];
  readonly others: readonly SearchedHub[];
  /** Whether the key sees only one hub. Then nobody has to name it. */
  readonly isOnlyHub: boolean;
}

/** A hub, with the templates that the stack has there. */
export interface SearchedHub {
  readonly hub: HubOfAccount;
  readonly own: readonly OwnRecord[];
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
  const withTemplates = ({ id, subdomain }: HubAddress): SearchedHub => ({
    hub: { ...opened, subdomain },
    own: own.filter((record) => record.hub.id === id),
  });
  if (hub !== undefined) {
    const address = await hubs.resolve({ subdomain: hub });
    return { meant: [withTemplates(address)], others: [], isOnlyHub: false };
  }
  const visible = await hubs.list();
  const isInStack = ({ id }: Live) => records.some((record) => record.hub.id === String(id));
  const ofNamed = await Promise.all(named.map((record) => hubs.resolve(record.hub)));
  const ofStack = [...ofNamed, ...visible.filter(isInStack).map(addressOf)];
  const meant = [...new Map(ofStack.map((address) => [address.id, address])).values()];
  // Documented: events belong to primary hubs.
  const others = visible.filter((live) => !isInStack(live) && live.type !== "connected").map(addressOf);
  return {
    meant: meant.map(withTemplates),
    others: others.map(withTemplates),
    isOnlyHub: visible.length === 1,
  };
}

interface HubAddress {
  readonly id: string;
  readonly subdomain: string;
}

const addressOf = ({ id, subdomain }: Live): HubAddress => ({ id: String(id), subdomain: String(subdomain) });
