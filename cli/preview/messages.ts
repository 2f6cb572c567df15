import type { Live, Stored } from "../../model/api/form.ts";
import { isHidden } from "../../model/kinds/kind.ts";
import { type Account, open, valuesIn } from "../../provider/inspect.ts";
import { providerOf } from "../project/record.ts";
import { kinds, labelOf } from "../records.ts";
import type { RecordChange } from "../report/change.ts";
import { ifReadable } from "../report/page.ts";
import { covers, type NamedServices, type Services } from "../report/services.ts";
import { type FindManaged, type PlannedStack, recordKey } from "../report/stacks.ts";
import type { Reminder } from "../report/words.ts";

/** A subscription as far as messages depend on it: without its address. */
export interface Recipient {
  readonly id: string;
  readonly method: string;
  /** Undefined if the response doesn't carry them. */
  readonly services: NamedServices;
  /** A visitor may have signed up for it, and no stack manages it. */
  readonly isVisitors: boolean;
  /** It only gets the first and the final message about an incident. */
  readonly isLessVerbose?: boolean;
}

/** What a hub's subscribers get to know about one maintenance. */
export interface Message {
  readonly stack: string;
  readonly name: string;
  readonly title: string;
  readonly event: "announced" | "published" | "changed" | "canceled";
  /** Number of subscriptions by method. */
  readonly recipients: Readonly<Record<string, number>>;
  /** How many of them are visitors' own. */
  readonly visitors: number;
  /** Further subscriptions that the same update adds or changes. They get it only if Pulumi writes them first. */
  readonly dependsOnOrder: number;
  /** Further ones, if only the update will know whether they cover its services. */
  readonly unclear: number;
  /** Why nobody gets it; null if somebody does. */
  readonly reason: "silent" | "draft" | "changes-send-none" | "no-subscription" | null;
  /** Minutes from the start or the end of each further message. */
  readonly reminders: readonly Reminder[];
  /** Whether the API's description says so, or we infer it. */
  readonly evidence: "documented" | "inferred";
}

/** A subscription before and after the update of a stack. */
interface Fate {
  readonly was?: Recipient | undefined;
  readonly is?: Recipient | undefined;
  /** Pulumi deletes what a program no longer declares after all other writes. */
  readonly isDeletedLast?: boolean;
}

/** Returns the messages that stacks cause on a hub, which are updated in this order. */
export function messagesOf(
  stacks: readonly (readonly RecordChange[])[],
  recipients: readonly Recipient[],
  services: Services,
): Message[] {
  let current = recipients;
  return stacks.flatMap((changes) => {
    const fates = fatesOf(changes, current, services);
    current = fates.flatMap(({ is }) => is ?? []);
    const events = changes.filter(({ definition }) => definition.period !== undefined);
    return events.map((change) => messageOf(change, fates, services));
  });
}

function fatesOf(changes: readonly RecordChange[], recipients: readonly Recipient[], services: Services): Fate[] {
  const recipientAfter = (change: RecordChange) => recipientIn(change, services);
  const subscriptions = changes.filter(({ definition }) => definition.noticedBy === "subscribers");
  const changeById = new Map(subscriptions.flatMap((change) => (change.before ? [[change.id, change] as const] : [])));
  const created = subscriptions.filter(({ before }) => before === undefined);
  return [
    ...recipients.map((was): Fate => {
      const change = was.id === "" ? undefined : changeById.get(was.id);
      if (change === undefined) return { was, is: was };
      const isReplaced = created.some(({ urn }) => urn === change.urn);
      return { was, is: recipientAfter(change), isDeletedLast: change.after === undefined && !isReplaced };
    }),
    ...created.map((change) => ({ is: recipientAfter(change) })),
  ];
}

function messageOf(change: RecordChange, fates: readonly Fate[], services: Services): Message {
  const { stack, kind, name, definition, before, after } = change;
  const values = after ?? before ?? {};
  const event = eventOf(change);
  const rule = ruleFor(event, isHidden(definition, values), values);
  const affected = services.idsIn(change, values);
  const isReached = (recipient: Recipient | undefined) =>
    rule === null && recipient !== undefined && covers(recipient.services, affected);
  const all = fates.map(({ was, is, isDeletedLast }) => ({
    was,
    by: [isReached(was), isDeletedLast || isReached(is)],
  }));
  const clear = all.filter(({ by }) => !by.includes(undefined));
  const reached = clear.flatMap(({ was, by }) => (was && by.every(Boolean) ? [was] : []));
  const dependsOnOrder = clear.filter(({ by }) => by.some(Boolean) && !by.every(Boolean)).length;
  const unclear = all.length - clear.length;
  const isQuiet = isHidden(definition, values) || values.silent === true;
  return {
    stack,
    name,
    title: labelOf(kind, values),
    event,
    recipients: countsBy(reached.map(({ method }) => method)),
    visitors: reached.filter(({ isVisitors }) => isVisitors).length,
    ...{ dependsOnOrder, unclear },
    reason: rule ?? (reached.length + dependsOnOrder + unclear === 0 ? "no-subscription" : null),
    reminders: after && !isQuiet ? remindersIn(values) : [],
    // Documented: a draft and a silent maintenance notify no subscriber, and a subscription covers its services.
    // Inferred (maintenance-silent): a series is announced once, publishing a draft announces it, and changes and deletions
    // send nothing.
    evidence:
      rule === "silent" || rule === "draft" || (event === "announced" && !values.repeat) ? "documented" : "inferred",
  };
}

function eventOf({ definition, before, after }: RecordChange): Message["event"] {
  if (before === undefined) return "announced";
  if (after === undefined) return "canceled";
  return isHidden(definition, before) && !isHidden(definition, after) ? "published" : "changed";
}

function ruleFor(event: Message["event"], isDraft: boolean, { silent }: Stored): Message["reason"] {
  if (event === "changed" || event === "canceled") return "changes-send-none";
  if (isDraft) return "draft";
  return silent === true ? "silent" : null;
}

const remindersIn = ({ notifications }: Stored): Reminder[] => (Array.isArray(notifications) ? notifications : []);

const countsBy = (methods: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(methods.toSorted(), (method) => method)].map(([method, { length }]) => [method, length]),
  );

function recipientIn(change: RecordChange, services: Services): Recipient | undefined {
  const { id, after } = change;
  if (after === undefined) return undefined;
  return { id, method: String(after.method), services: services.idsIn(change, after), isVisitors: false };
}

export interface RecipientsByHub {
  /** Subscriptions by hub; missing if they can't be read. */
  readonly recipients: ReadonlyMap<string, readonly Recipient[]>;
  /** Hubs that other hubs may be connected to, whose subscribers get messages about shared services. */
  readonly connected: ReadonlySet<string>;
}

/** Reads the subscriptions of hubs on which something is announced. Nobody else's addresses are read: they may be many. */
export async function readRecipients(stacks: readonly PlannedStack[], managed: FindManaged): Promise<RecipientsByHub> {
  const recipients = new Map<string, readonly Recipient[]>();
  const connected = new Set<string>();
  const read = new Set<string>();
  for (const { planned, accountOf } of stacks) {
    for (const change of planned) {
      const { definition, declaredHub: hub, subdomain, step } = change;
      if (definition.period === undefined || read.has(hub)) continue;
      // Only the page says whether it has been announced before.
      if (!(step.newState?.inputs && definition.period.announces(step.newState.inputs))) {
        recipients.set(hub, recipients.get(hub) ?? []);
        continue;
      }
      const account = await accountOf(providerOf(step.newState ?? step.oldState ?? {}));
      const record = await account?.hubs.find(subdomain);
      if (account === undefined || record === undefined) continue;
      read.add(hub);
      recipients.delete(hub);
      const found = await recipientsOn(account, subdomain, managed);
      // A list with basic info may not say which services a subscription selects. Then nothing is said about messages.
      if (found?.every(({ services }) => services !== undefined)) recipients.set(hub, found);
      if (await mayHaveConnected(account, record)) connected.add(hub);
    }
  }
  return { recipients, connected };
}

async function recipientsOn(account: Account, hub: string, managed: FindManaged): Promise<Recipient[] | undefined> {
  const definition = kinds.find(({ noticedBy }) => noticedBy === "subscribers");
  if (definition === undefined) return undefined;
  const listed = await ifReadable(async () => (await open(account, definition, { subdomain: hub })).list());
  if (listed === undefined) return undefined;
  const ours = await managed();
  return listed.map((record): Recipient => {
    const id = String(record.id);
    const isManaged = ours.has(recordKey(account, { kind: definition.kind, id }));
    const { services } = valuesIn(definition, record);
    return {
      id,
      method: String(record.method_name),
      services: Array.isArray(services) ? services.map(Number) : services === "all" ? "all" : undefined,
      isVisitors: !isManaged && definition.isSignUp?.(record) !== false,
      ...(record.less_verbose === true && { isLessVerbose: true }),
    };
  });
}

/** Whether other hubs may show the services of a hub. */
export async function mayHaveConnected({ hubs }: Account, { id, type }: Live): Promise<boolean> {
  if (type === "connected") return false;
  const visible = await ifReadable(() => hubs.list());
  return visible === undefined || visible.some(({ parent_id }) => parent_id === id);
}

/**
 * Counts the subscriptions by method that get a message about services; undefined if this key can't tell. Documented: a less verbose
 * one gets the minimum, typically the first message about an incident and the final one.
 */
export async function countRecipients(
  account: Account,
  hub: string,
  { services, isEssential }: { readonly services: readonly number[]; readonly isEssential: boolean },
): Promise<Record<string, number> | undefined> {
  const recipients = await recipientsOn(account, hub, async () => new Map());
  if (!recipients?.every((recipient) => recipient.services !== undefined)) return undefined;
  const reached = recipients.filter((each) => covers(each.services, services) && (isEssential || !each.isLessVerbose));
  return countsBy(reached.map(({ method }) => method));
}
