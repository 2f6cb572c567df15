import type { Live, Wire } from "../../model/api/form.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { withoutCode } from "../../model/problem.ts";
import { lostIn } from "../../provider/inspect.ts";
import { savedAsDraft, unknownOutcome } from "../errors/incident.ts";
import { briefly, type HubOfAccount } from "../hub/account.ts";
import { CommandError, messageOf } from "../terminal/failure.ts";
import { asJson, joinWithAnd } from "../terminal/output.ts";
import { Incidents } from "./incidents.ts";
import type { Appeared, Look, PlannedPost, PostOptions } from "./plan.ts";
import { isDraft } from "./present.ts";
import { compareUpdate, showsNothingElse } from "./same.ts";

/** What has become of a POST. */
export interface PostOutcome {
  readonly text: string;
  /** ID of the incident; null if it isn't certain which one is ours. */
  readonly id: number | null;
  /** False if it failed, and somebody else has done the same. */
  readonly sent: boolean;
}

/**
 * Posts once, and looks at the page whatever came back: somebody else may have posted the same at this moment.
 *
 * - it succeeded: says so, and who has posted the same. If StatusHub has made an unwanted draft of it, that is an error
 * - the response is lost: looks for what it may have made. If that is nothing or several, says so
 * - it failed: if others have posted the same, nothing is left to do; otherwise the error is thrown
 */
export async function postOnce(
  hub: HubOfAccount,
  post: PlannedPost,
  before: Look,
  options: PostOptions,
): Promise<PostOutcome> {
  const { incident } = post;
  const operation = incident === undefined ? incidentOperations.create : incidentUpdateOperations.create;
  const parameters: Readonly<Record<string, string>> = incident === undefined ? {} : { incident_id: incident };
  let live: Live;
  try {
    live = await new Incidents(hub).post(operation, parameters, post);
  } catch (error) {
    return explainFailure(hub, post, { before, options, error });
  }
  if (isDraft(live)) requireAskedFor(hub, incident ?? live.id, options);
  const appeared = await post.findAppeared(briefly(hub), before).catch(() => []);
  return { text: describePosted(post, live.id, appeared), id: Number(incident ?? live.id), sent: true };
}

interface Failed {
  readonly before: Look;
  readonly options: PostOptions;
  readonly error: unknown;
}

/** Whatever the reason, nothing is left to do if somebody else has posted the same at this moment. */
async function explainFailure(hub: HubOfAccount, post: PlannedPost, failed: Failed): Promise<PostOutcome> {
  const { before, error } = failed;
  const isResponseLost = lostIn(error) !== undefined;
  if (isResponseLost) return findLost(hub, post, failed);
  const text = await findDoneByOthers(briefly(hub), post, before);
  if (text === undefined) throw error;
  return { text, id: post.incident === undefined ? null : Number(post.incident), sent: false };
}

/** If looking fails, too, the first error is the one to report. */
async function findDoneByOthers(hub: HubOfAccount, post: PlannedPost, before: Look): Promise<string | undefined> {
  try {
    const appeared = await post.findAppeared(hub, before);
    return await post.describeDoneByOthers(hub, appeared);
  } catch {
    return undefined;
  }
}

function describePosted(post: PlannedPost, ownId: unknown, appeared: readonly Appeared[]): string {
  const isOwn = ({ id }: Appeared) => String(id) === String(ownId);
  const own = asShown(post.wire, appeared.find(isOwn));
  // An update that isn't listed has no ID, and may be ours.
  const byOthers = appeared.filter((each) => each.id !== undefined && !isOwn(each) && !each.isDraft);
  const same = byOthers.filter((each) => showsNothingElse(compareUpdate(each.shown, own)));
  return post.describeDone(ownId, same);
}

/** StatusHub may rewrite texts, so what it shows of ours is what others are compared with. */
function asShown(wire: Wire, own: Appeared | undefined): Wire {
  const { title = wire.title, body = wire.body } = own?.shown ?? {};
  return { ...wire, title, body };
}

/** Looks for what a POST has made whose response was lost, for as long as it may still take effect. */
async function findLost(hub: HubOfAccount, post: PlannedPost, failed: Failed): Promise<PostOutcome> {
  const { before, options, error } = failed;
  const look = async () => {
    const appeared = await post.findAppeared(hub, before);
    return appeared.length === 0 ? undefined : appeared;
  };
  const made = (await new Incidents(hub).lookFor(look).catch(() => undefined)) ?? [];
  const [first, ...others] = made;
  if (first === undefined) return explainMissing(hub, post, error);
  if (made.every((each) => each.isDraft)) requireAskedFor(hub, post.incident ?? first.id, options);
  if (others.length > 0) return explainSeveral(hub, post, made);
  return { text: post.describeDone(first.id, []), id: Number(post.incident ?? first.id), sent: true };
}

/** Nobody can tell which of them is ours, so nothing is advised. */
function explainSeveral(
  { subdomain }: HubOfAccount,
  { incident }: PlannedPost,
  made: readonly Appeared[],
): PostOutcome {
  const ids = made.map(({ id }) => String(id));
  const textOfAll = (what: string, names: readonly string[]) =>
    `The response was lost, and ${made.length} equal ${what} have appeared: ${joinWithAnd(names)}. One of them is yours.`;
  if (incident === undefined) {
    const names = ids.map((id) => `${subdomain}/${id}`);
    return { text: textOfAll("incidents", names), id: null, sent: true };
  }
  return { text: textOfAll(`updates of ${subdomain}/${incident}`, ids), id: Number(incident), sent: true };
}

async function explainMissing(hub: HubOfAccount, post: PlannedPost, error: unknown): Promise<PostOutcome> {
  const text = await post.describeDoneByOthers(hub, []).catch(() => undefined);
  if (text !== undefined) return { text, id: Number(post.incident), sent: false };
  const where = `${hub.subdomain}/${post.incident ?? asJson(post.wire.title)}`;
  throw new CommandError(unknownOutcome({ reason: withoutCode(messageOf(error)), where }));
}

/** @throws CommandError if nobody was told of what was made, and that isn't what was asked for */
function requireAskedFor({ subdomain }: HubOfAccount, incident: unknown, { draft }: PostOptions): void {
  if (!draft) throw new CommandError(savedAsDraft.posted({ where: `${subdomain}/${incident}` }));
}
