import type { Live } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { endOf } from "../../model/kinds/maintenance-series.ts";
import { withoutCode } from "../../model/problem.ts";
import { type Account, failureOf, open, openAccount } from "../../provider/inspect.ts";
import type { Connection } from "../connection.ts";
import { severalHubs, unlistedKind } from "../errors/command.ts";
import { noHub } from "../errors/doctor.ts";
import { kinds as allKinds, inOrder, isHub } from "../records.ts";
import { CommandError } from "../terminal/failure.ts";
import { withProgress } from "../terminal/progress.ts";
import { type LeftOut, leaveOut } from "./left-out.ts";
import { beganAtOnce, type Event, groupMaintenances } from "./maintenances.ts";

export interface HubRecord {
  readonly kind: string;
  readonly record: Live;
}

/** The records of a hub that a program could declare. */
export interface HubContent {
  readonly subdomain: string;
  /** The record of the hub itself, even if its kind isn't read. */
  readonly hub: Live;
  /** The hub first, then the kinds in the order of the registry, each by ascending ID. */
  readonly records: readonly HubRecord[];
  readonly leftOut: readonly LeftOut[];
}

export interface ContentOptions {
  /** Kinds to read. @default all */
  readonly kinds?: readonly string[];
  /** Includes maintenances that have ended, which are history. @default false */
  readonly ended?: boolean;
  /** Includes the subscriptions of visitors. @default false */
  readonly signUps?: boolean;
  /** Skips the GETs that would only add fields to what a list shows of a record. @default false */
  readonly onlyLists?: boolean;
}

export type ChooseHubs = (account: Account) => Promise<readonly string[]>;

export const readContents = (
  connection: Connection,
  choose: ChooseHubs,
  options: ContentOptions,
): Promise<HubContent[]> =>
  withProgress("Reading", async (onProgress) => {
    const account = openAccount(connection, { onProgress });
    const subdomains = await choose(account);
    return Promise.all(subdomains.map((subdomain) => readContent(account, subdomain, options)));
  });

interface HubChoice {
  readonly all?: boolean;
  /** Says how to choose one of several. */
  readonly several?: (hubs: { readonly hubs: string }) => string;
}

/** Chooses one hub by its subdomain, the only one that the key sees, or all of them. */
export const chooseHubs =
  (hub: string | undefined, { all = false, several = severalHubs.none }: HubChoice): ChooseHubs =>
  async ({ hubs }) => {
    if (hub !== undefined && all) throw new CommandError(severalHubs.both({ hub }));
    if (hub !== undefined) return [hub];
    const subdomains = (await hubs.list()).map(({ subdomain }) => String(subdomain));
    if (subdomains.length === 0) throw new CommandError(noHub.command());
    if (all || subdomains.length === 1) return subdomains;
    throw new CommandError(several({ hubs: subdomains.join(", ") }));
  };

/** Reads a hub. Records that a list shows only in part are read one by one, within the rate limit. */
export async function readContent(account: Account, subdomain: string, options: ContentOptions): Promise<HubContent> {
  const { kinds: wanted } = options;
  const kinds = allKinds.filter(({ kind }) => wanted === undefined || wanted.includes(kind));
  const hub = await readHub(account, subdomain);
  const owned = kinds.filter((definition) => !isHub(definition.kind) && isOnHub(hub, definition));
  const parts = await Promise.all(owned.map((definition) => readKind(account, subdomain, { definition, options })));
  const hubs = kinds.filter(({ kind }) => isHub(kind)).map(({ kind }) => ({ kind, record: hub }));
  return {
    subdomain,
    hub,
    records: [...hubs, ...parts.flatMap(({ records }) => records.toSorted(byAge))],
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
}

/** A connected hub also shows records that belong to its primary hub. */
const isOnHub = (hub: Live, { onPrimaryHubs }: Definition) => hub.type !== "connected" || !onPrimaryHubs;

interface KindToRead {
  readonly definition: Definition;
  readonly options: ContentOptions;
}

async function readKind(account: Account, subdomain: string, { definition, options }: KindToRead): Promise<Part> {
  const collection = await open(account, definition, { subdomain });
  const listed = await listOf(collection, definition);
  // Documented: lists may carry basic info only. If so, this reads the record itself.
  const { inFull } = collection;
  const now = collection.serverTime();
  if (definition.series) return withoutOccurrences(definition, listed, { ...options, now, inFull });
  return withoutSignUps(definition, listed, { ...options, inFull });
}

/** @throws HubNotVisibleError */
export async function readHub({ hubs }: Account, subdomain: string): Promise<Live> {
  await hubs.resolve({ subdomain });
  return (await hubs.find(subdomain)) ?? {};
}

async function listOf(records: Awaited<ReturnType<typeof open>>, { kind }: Definition): Promise<Live[]> {
  try {
    return await records.list();
  } catch (error) {
    // Inferred (service-list): the list of services exists.
    const failure = failureOf(error);
    if (failure?.is !== "not found" && failure?.is !== "not offered") throw error;
    throw new CommandError(unlistedKind({ kind, reason: withoutCode(failure.message) }));
  }
}

interface ReadOptions extends ContentOptions {
  readonly inFull: (record: Live) => Promise<Live | undefined>;
}

type Part = Pick<HubContent, "records" | "leftOut">;

/** Leaves out what visitors have created, unless told otherwise, before a page with thousands of them is read in full. */
async function withoutSignUps(
  definition: Definition,
  listed: readonly Live[],
  { signUps: areIncluded = false, onlyLists = false, inFull }: ReadOptions,
): Promise<Part> {
  const { kind } = definition;
  const tellSignUp = areIncluded ? undefined : definition.isSignUp;
  // Undefined if a record, as far as it was read, doesn't say.
  const isSignUp = (record: Live) => (tellSignUp === undefined ? false : tellSignUp(record));
  const isReadEnough = (record: Live) => onlyLists || isSignUp(record) === true;
  const read = await Promise.all(listed.map((record) => (isReadEnough(record) ? record : inFull(record))));
  const records: HubRecord[] = [];
  const leftOut: LeftOut[] = [];
  for (const record of read) {
    // A record may be deleted between the list and its GET.
    if (record === undefined) continue;
    if (isSignUp(record) === false) records.push({ kind, record });
    else leftOut.push(leaveOutSignUp(kind, record));
  }
  return { records, leftOut };
}

const leaveOutSignUp = (kind: string, { id }: Live): LeftOut => ({
  kind,
  id: String(id),
  // The label may say who it is.
  label: "",
  reason: "visitors may have signed up for them; --sign-ups includes them",
  isSignUp: true,
});

/** Leaves out the occurrences of series, what is over, and what a running `during` may have opened. */
async function withoutOccurrences(
  definition: Definition,
  listed: readonly Live[],
  { ended = false, now, inFull }: ReadOptions & { readonly now: number },
): Promise<Part> {
  const isOver = (record: Live) => endOf(record) <= now;
  const events = await groupMaintenances(listed, {
    readInFull: async (record) => (await inFull(record)) ?? record,
    isHistory: ended ? () => false : isOver,
  });
  const isOpenedNow = (event: Event) => beganAtOnce(event) && !isOver(event.record);
  const opened = events.filter(isOpenedNow);
  const others = events.filter((event) => !isOpenedNow(event));
  const reason = "it began when it was created, so a running `during` may have opened it, which will end it";
  return {
    records: others.map(({ record }) => ({ kind: definition.kind, record })),
    leftOut: [
      ...opened.map(({ record }) => leaveOut(definition, record, reason)),
      ...events.flatMap((event) => leaveOutOccurrences(definition, event)),
    ],
  };
}

const leaveOutOccurrences = (definition: Definition, { record, occurrences }: Event): LeftOut[] =>
  occurrences.map((each) => ({
    ...leaveOut(definition, each, `an occurrence of the series ${record.id}`),
    series: String(record.id),
  }));

function byAge(one: HubRecord, other: HubRecord): number {
  const nameOf = ({ kind, record }: HubRecord) => ({ kind, id: String(record.id) });
  return inOrder(nameOf(one), nameOf(other));
}
