import type { Live } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { endOf } from "../../model/kinds/maintenance-series.ts";
import { withoutCode } from "../../model/problem.ts";
import { type Account, failureOf, open, openAccount } from "../../provider/inspect.ts";
import type { Connection } from "../connection.ts";
import { severalHubs, unlistedKind } from "../errors/command.ts";
import { noHub } from "../errors/doctor.ts";
import { kinds as allKinds, inOrder, isHub, labelOfLive } from "../records.ts";
import { CommandError } from "../terminal/failure.ts";
import { withProgress } from "../terminal/progress.ts";
import { beganAtOnce, type Event, groupMaintenances } from "./maintenances.ts";

export interface HubRecord {
  readonly kind: string;
  readonly record: Live;
}

export interface LeftOut {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  /** For an occurrence: the ID of the record that began its series. */
  readonly series?: string;
  /** A visitor may have created it. */
  readonly isSignUp?: true;
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
  /** Skips the GETs that would only add fields to a record. @default false */
  readonly lean?: boolean;
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
  const { kinds = allKinds.map(({ kind }) => kind) } = options;
  const hub = await readHub(account, subdomain);
  const wanted = allKinds.filter(({ kind }) => kinds.includes(kind));
  const owned = wanted.filter((definition) => !isHub(definition.kind) && isOnHub(hub, definition));
  const parts = await Promise.all(
    owned.map(async (definition) => {
      const collection = await open(account, definition, { subdomain });
      const listed = await listOf(collection, definition);
      // Documented: lists may carry basic info only. If so, this reads the record itself.
      const { inFull } = collection;
      const now = collection.serverTime();
      if (definition.series) return withoutOccurrences(definition, listed, { ...options, now, inFull });
      return withoutSignUps(definition, listed, { ...options, inFull });
    }),
  );
  const hubs = wanted.filter(({ kind }) => isHub(kind)).map(({ kind }) => ({ kind, record: hub }));
  return {
    subdomain,
    hub,
    records: [...hubs, ...parts.flatMap(({ records }) => records.toSorted(byAge))],
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
}

/** A connected hub also shows records that belong to its primary hub. */
const isOnHub = (hub: Live, { onPrimaryHubs }: Definition) => hub.type !== "connected" || !onPrimaryHubs;

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
  { signUps: areIncluded = false, lean = false, inFull }: ReadOptions,
): Promise<Part> {
  const isSignUp = areIncluded ? undefined : definition.isSignUp;
  // Undefined if a record, as far as it was read, doesn't say.
  const isTheirs = (record: Live) => (isSignUp === undefined ? false : isSignUp(record));
  const isEnough = (record: Live) => lean || isTheirs(record) === true;
  const read = await Promise.all(listed.map((record) => (isEnough(record) ? record : inFull(record))));
  // A record may be deleted between the list and its GET.
  const records = read.filter((record) => record !== undefined);
  const kept = records.filter((record) => isTheirs(record) === false);
  const theirs = records.filter((record) => isTheirs(record) !== false);
  const reason = "visitors may have signed up for them; --sign-ups includes them";
  return {
    records: kept.map((record) => ({ kind: definition.kind, record })),
    // Without a label, which may say who it is.
    leftOut: theirs.map((record) => ({
      kind: definition.kind,
      id: String(record.id),
      label: "",
      reason,
      isSignUp: true,
    })),
  };
}

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
  const isOpened = (event: Event) => beganAtOnce(event) && !isOver(event.record);
  const opened = events.filter(isOpened);
  const others = events.filter((event) => !isOpened(event));
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

export const leaveOut = (definition: Definition, record: Live, reason: string): LeftOut => ({
  kind: definition.kind,
  id: String(record.id),
  label: labelOfLive(definition, record),
  reason,
});

const ordered = ({ kind, record }: HubRecord) => ({ kind, id: String(record.id) });

const byAge = (one: HubRecord, other: HubRecord) => inOrder(ordered(one), ordered(other));

/** Describes the records that are left out: one line for records of the same kind, label and reason. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  const groups = Map.groupBy(
    leftOut,
    ({ kind, label, reason }) => `${kind}${label === "" ? "" : ` ${JSON.stringify(label)}`}: ${reason}`,
  );
  return [
    "Left out:",
    ...[...groups].map(([text, { length }]) => `  ${length === 1 ? "" : `${length} x `}${text}`),
  ].join("\n");
}
