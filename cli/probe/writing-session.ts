import { parseInstant } from "../../model/api/instant.ts";
import { isObject } from "../../model/api/object.ts";
import { isStatusHubError } from "../../provider/client/errors.ts";
import type { Area } from "./areas.ts";
import { type KindName, kindNames, kinds, listedKinds, type Owner, ownerOf, unusedId } from "./probed-kinds.ts";
import { type Fields, isAlike, isDeleted } from "./recording.ts";
import { type CreatedRecord, Session } from "./session.ts";

/** Shown to anybody who notices a record. */
export const note = "Created by pulumi-statushub probe, which removes it after some seconds.";

/** Milliseconds after which a list shows a write, if it doesn't at once. */
export const longestLag = 6_500;

/** Milliseconds after which a write without a clear outcome has taken effect, and lists show it. */
const settled = 11_000;

/** Another run may still be at work on younger records. */
const longestRun = 15 * 60_000;

/** Records that a search reads one by one, because the list doesn't show whose they are. */
const mostDetails = 25;

/** A live record that a run of `probe` has made. */
export interface MarkedRecord extends Owner {
  readonly kind: KindName;
  /** Milliseconds since its run began, or since it was created, whichever is less. */
  readonly age: number;
  readonly record: Fields;
}

/** A write that may have made records which aren't known. */
interface OpenWrite {
  readonly kind: KindName;
  readonly since: number;
  /** It has made one, which wasn't found. */
  isMade: boolean;
}

/** A session that creates records, finds those that interrupted runs have left, and removes both. */
export class WritingSession extends Session {
  readonly skipped: { [Name in Area]?: string } = {};
  readonly #open = new Set<OpenWrite>();
  #count = 0;

  /** Returns a text that no other record has. */
  nextMark(): string {
    this.#count += 1;
    return `${this.mark}-${this.#count}`;
  }

  /** Creates a record that bears this mark. Returns undefined if it was rejected, or isn't found. */
  async create(step: string, kind: KindName, mark: string, wire: Fields): Promise<CreatedRecord | undefined> {
    const open = this.expect(kind);
    const { record, status, isSuccess } = await this.ask(step, "create", kind, { wire });
    const isRejected = status >= 400 && status < 500 && status !== 408;
    if (record || isRejected) this.#open.delete(open);
    if (record) return this.claim(kind, record);
    if (isRejected) return undefined;
    open.isMade = isSuccess;
    const since = this.clock.now();
    for (const lag of open.isMade ? [0, longestLag] : [0]) {
      await this.waitUntil(since + lag);
      const all = await this.search(kind);
      const found = all.find(({ name }) => name === mark);
      if (found && open.isMade) this.#open.delete(open);
      if (found) return this.claim(kind, found.record);
    }
    return undefined;
  }

  /** Notes that a write may make records. Unless it turns out which, cleaning up searches for them. */
  expect(kind: KindName): OpenWrite {
    const open = { kind, since: this.clock.now(), isMade: false };
    this.#open.add(open);
    return open;
  }

  /** Claims all records of a kind that this run has made. */
  async claimAll(kind: KindName): Promise<void> {
    const found = (await this.search(kind)).filter(({ mark }) => mark === this.mark);
    for (const { record } of found) this.claim(kind, record);
    const open = [...this.#open].filter((each) => each.kind === kind);
    if (found.length < open.filter(({ isMade }) => isMade).length) return;
    for (const each of open) this.#open.delete(each);
  }

  /** Finds the live records with a mark, on all pages of a list. */
  async search(kind: KindName, step = "search", filters: Record<string, string> = {}): Promise<MarkedRecord[]> {
    const found: MarkedRecord[] = [];
    let details = 0;
    for (const listed of (await this.list(step, kind, filters)) ?? []) {
      const known = ownerOf(kind, listed);
      // A list may leave out or shorten the mark, or not say whether the record is deleted.
      const needsDetails = known === undefined || (known !== "nobody" && !isObject(listed.flags));
      if (needsDetails && ++details > mostDetails) break;
      const record = needsDetails ? (await this.ask(step, "get", kind, { id: String(listed.id) })).record : listed;
      const owner = record && ownerOf(kind, record);
      if (!record || !owner || owner === "nobody" || isDeleted(record)) continue;
      const created = parseInstant(String(record.created_at)) ?? owner.time;
      // Neither clock is trusted: the machine of another run may be wrong, and so may the header of the server.
      const age = Math.min(Date.now() - owner.time, this.serverTime() - created);
      found.push({ ...owner, kind, age, record });
    }
    return found;
  }

  /** Finds what interrupted runs have left on this hub. */
  async findLeftovers(): Promise<MarkedRecord[]> {
    const all: MarkedRecord[] = [];
    for (const kind of listedKinds) all.push(...(await this.search(kind)));
    return all.filter(({ mark, age }) => mark !== this.mark && age > longestRun);
  }

  /**
   * Returns why records of a kind could not be removed again; undefined if they can. Where DELETE isn't documented, an
   * unused ID tells: a 405, or a 404 unlike the one for a missing record.
   */
  async findObstacle(kind: KindName): Promise<string | undefined> {
    const { noun } = kinds[kind];
    const missing = await this.ask(`${kind}: get unused`, "get", kind, { id: unusedId });
    const deleted = await this.ask(`${kind}: delete unused`, "delete", kind, { id: unusedId });
    if (deleted.status === 403) return notAllowed(kind);
    const isMissing = deleted.status === 405 || (deleted.status === 404 && !isAlike(missing, deleted));
    if (isMissing) return `without a DELETE, a ${noun} would have to stay`;
    const listed = await this.list(`${kind}: list`, kind);
    return listed === undefined ? `without a list, the ${noun} of a killed run could not be found` : undefined;
  }

  /** Returns why an area ends early, from the response to its last create. */
  reasonFor(kind: KindName): string {
    const { status = 0 } = this.exchanges.findLast(({ method }) => method === "POST") ?? {};
    return status === 403 ? notAllowed(kind) : `the create of a ${kinds[kind].noun} returned ${status}`;
  }

  /** Deletes a record. Returns whether it is gone. */
  async remove(record: CreatedRecord, step = "clean up"): Promise<boolean> {
    const { kind, id } = record;
    await this.ask(step, "delete", kind, { id });
    record.isRemoved = (await this.ask(`${step}, after`, "get", kind, { id })).isGone;
    return record.isRemoved;
  }

  /** Removes everything that this run has created. Returns what is left. */
  async cleanUp(): Promise<string[]> {
    this.ignoreInterruptions();
    await this.#removeAll();
    for (const { kind, since } of [...this.#open]) {
      await this.waitUntil(since + settled);
      await this.claimAll(kind).catch(ignoreFailure);
    }
    await this.#removeAll();
    const left = this.own.filter(({ isRemoved }) => !isRemoved);
    const possible = new Set([...this.#open].map(({ kind }) => kinds[kind].noun));
    return [
      ...left.map(({ kind, id }) => `${kinds[kind].noun} ${id} on hub ${this.hub}`),
      ...[...possible].map((noun) => `perhaps a ${noun} with the text ${this.mark}`),
    ];
  }

  async #removeAll(): Promise<void> {
    const place = ({ kind }: CreatedRecord) => kindNames.indexOf(kind);
    for (const record of this.own.toSorted((one, other) => place(one) - place(other))) {
      try {
        if (record.isRemoved) continue;
        if (record.kind !== "subscribers" || (await this.#isAlone(record))) await this.remove(record);
      } catch (error) {
        // The others are removed all the same.
        ignoreFailure(error);
      }
    }
  }

  /** Whether a subscriber is there, and has none but our subscriptions. One that somebody has added makes it theirs. */
  async #isAlone(subscriber: CreatedRecord): Promise<boolean> {
    const { kind, id } = subscriber;
    // Documented: it goes with its last subscription. So unless it is seen live, there is nothing to delete.
    const shown = await this.ask("clean up", "get", kind, { id });
    subscriber.isRemoved = shown.record === undefined || shown.isGone;
    if (subscriber.isRemoved) return false;
    const listed = await this.list("clean up", "subscriptions");
    // Without a list, nobody knows whose subscriptions would go with it. So it stays and is named.
    if (listed === undefined) return false;
    const ofOthers = listed.filter((each) => !isDeleted(each) && !this.isOurs("subscriptions", String(each.id)));
    subscriber.isRemoved = ofOthers.some((each) => String(each.subscriber_id) === id);
    return !subscriber.isRemoved;
  }
}

const notAllowed = (kind: KindName): string =>
  `the key may not write ${kinds[kind].noun}s (403): use one with a higher role`;

/** @throws the error if it is a defect of this package */
function ignoreFailure(error: unknown): void {
  if (!isStatusHubError(error)) throw error;
}
