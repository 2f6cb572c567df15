import { announcedTo, remindsAfter, type Tables } from "../../emulator/held-account.ts";
import type { Stored } from "../../model/api/form.ts";
import { isHidden } from "../../model/kinds/kind.ts";
import { subscription } from "../../model/kinds/subscription.ts";
import { labelOf } from "../records.ts";
import type { Reminder } from "../report/words.ts";
import type { RecordChange } from "./difference.ts";
import type { Moment } from "./moment.ts";
import type { RecordOwners } from "./owners.ts";

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
  /** How many of the recipients get another address from the same update. The order decides at which one they get it. */
  readonly rotated: number;
  /** Why nobody gets it; null if somebody does. */
  readonly reason: "silent" | "draft" | "changes-send-none" | "no-subscription" | null;
  /** Minutes from the start or the end of each further message. */
  readonly reminders: readonly Reminder[];
  /** The names of our guesses about StatusHub from which this follows. */
  readonly guesses: readonly string[];
}

/** The moments of one stack's update between which somebody may get a message. */
export interface Course {
  readonly before: Moment;
  /** Pulumi deletes what a program no longer declares after all other writes. */
  readonly beforeDeletions: Moment;
}

/** Returns the message about a change of a maintenance; undefined if this key can't read who gets it. */
export async function messageOf(
  change: RecordChange,
  course: Course,
  owners: RecordOwners,
): Promise<Message | undefined> {
  const { stack, kind, name, definition, before, after } = change;
  const values = after ?? before ?? {};
  const event = eventOf(change);
  const isDraft = isHidden(definition, values);
  const ruledOut = whyRuledOut(event, isDraft, values);
  const audience = ruledOut === null ? await audienceOf(change, course) : nobody;
  if (audience === undefined) return undefined;
  const { certain, uncertain, rotated } = audience;
  const reachesNobody = certain.length + uncertain.length === 0;
  const reason = ruledOut ?? (reachesNobody ? "no-subscription" : null);
  const guesses = guessesOf(change, { event, isDraft, reason });
  return {
    stack,
    name,
    title: labelOf(kind, values),
    event,
    recipients: countsBy(certain.map(({ method_name }) => method_name)),
    visitors: certain.filter((each) => isOfVisitor(each, owners)).length,
    dependsOnOrder: uncertain.length,
    rotated: rotated.length,
    reason,
    reminders: remindersToCome(change, course.before.page.now()),
    guesses: [...new Set([...change.guesses, ...guesses])].sort(),
  };
}

type Subscription = Tables["subscriptions"];

/** Whether a visitor may have signed up for a subscription. */
function isOfVisitor({ id, method_name, protected: isProtected }: Subscription, owners: RecordOwners): boolean {
  const isManaged = owners.has(subscription.kind, id);
  return !isManaged && subscription.isSignUp({ method_name, protected: isProtected }) !== false;
}

interface Audience {
  /** Who gets an announcement whatever is written first. */
  readonly certain: readonly Subscription[];
  /** Those of them who get another address from the same update. */
  readonly rotated: readonly Subscription[];
  /** Who only gets it if Pulumi writes the subscription before the maintenance, or after it. */
  readonly uncertain: readonly Subscription[];
}

const nobody: Audience = { certain: [], rotated: [], uncertain: [] };

/** Returns undefined if this key can't read the subscriptions. */
async function audienceOf(
  { announced, hubId }: RecordChange,
  { before, beforeDeletions }: Course,
): Promise<Audience | undefined> {
  if (!(await before.page.loadList(hubId, subscription))) return undefined;
  const maintenance = announced as unknown as Tables["maintenances"];
  const reachedAt = (moment: Moment) => {
    const here = moment.all("subscriptions").filter(({ hub_id: hub }) => hub === hubId);
    const ids = new Set(announcedTo(maintenance, here));
    return new Map(here.filter(({ id }) => ids.has(id)).map((row) => [row.id, row]));
  };
  const early = reachedAt(before);
  const late = reachedAt(beforeDeletions);
  const certain = [...early.values()].filter(({ id }) => late.has(id));
  const onlyEarly = [...early.values()].filter(({ id }) => !late.has(id));
  const onlyLate = [...late.values()].filter(({ id }) => !early.has(id));
  return {
    certain,
    rotated: certain.filter(({ id, address }) => late.get(id)?.address !== address),
    uncertain: [...onlyEarly, ...onlyLate],
  };
}

/**
 * The further messages about the dates of a maintenance that are still to come. The emulator's outbox decides which. Lists don't show the
 * further messages of each date, so those of the date that stands for a series count for all of them.
 */
function remindersToCome(change: RecordChange, now: number): Reminder[] {
  const dates = change.rowsAfter as unknown as readonly Tables["maintenances"][];
  const isToCome = ({ offsetInMin: offset_in_min, offsetType: offset_type }: Reminder) =>
    dates.some((date) => remindsAfter(date, { offset_in_min, offset_type }, now));
  return declaredReminders(change).filter(isToCome);
}

/** A secret list is masked. */
const declaredReminders = ({ after }: RecordChange): readonly Reminder[] =>
  Array.isArray(after?.notifications) ? (after.notifications as readonly Reminder[]) : [];

function eventOf({ definition, before, after }: RecordChange): Message["event"] {
  if (before === undefined) return "announced";
  if (after === undefined) return "canceled";
  return isHidden(definition, before) && !isHidden(definition, after) ? "published" : "changed";
}

/** Why nobody outside the team gets a message, whoever has subscribed; null if that depends on the subscriptions. */
function whyRuledOut(event: Message["event"], isDraft: boolean, { silent }: Stored): Message["reason"] {
  if (event === "changed" || event === "canceled") return "changes-send-none";
  if (isDraft) return "draft";
  return silent === true ? "silent" : null;
}

/**
 * Documented: a draft and a silent maintenance notify no subscriber, and a subscription covers its services. Documented: the create
 * accepts neither a recurrence nor further messages, so a change follows. Inferred (maintenance-silent): a series is announced once,
 * publishing a draft announces it, and changes and deletions send nothing. Inferred (repeat-values): which further messages are sent, and
 * when.
 */
function guessesOf(
  change: RecordChange,
  { event, isDraft, reason }: Pick<Message, "event" | "reason"> & { readonly isDraft: boolean },
): string[] {
  const { repeat, silent } = change.after ?? change.before ?? {};
  const isQuiet = isDraft || silent === true;
  const hasReminders = !isQuiet && declaredReminders(change).length > 0;
  const isUnannounced = reason === "silent" || reason === "draft";
  const isChanged = event !== "announced" || Boolean(repeat) || hasReminders;
  const guesses: string[] = [];
  if (!isUnannounced && isChanged) guesses.push("maintenance-silent");
  if (hasReminders) guesses.push("repeat-values");
  return guesses;
}

const countsBy = (methods: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(methods.toSorted(), (method) => method)].map(([method, { length }]) => [method, length]),
  );
