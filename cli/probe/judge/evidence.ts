import { isObject } from "../../../model/api/object.ts";
import type { Area } from "../areas.ts";
import { markIn } from "../probed-kinds.ts";
import { type Fields, type Recording, type Seen, see } from "../recording.ts";

/** A record in the response to a GET, with that exchange. */
export type ShownRecord = Seen & { readonly record: Fields };

/** What the responses of a recording show. */
export class Evidence {
  readonly exchanges: readonly Seen[];
  /** The records that were read alone. */
  readonly single: readonly ShownRecord[];
  readonly listed: readonly ShownRecord[];
  readonly #mark: string;

  constructor({ mark, exchanges }: Recording) {
    this.#mark = mark;
    this.exchanges = exchanges.map(see);
    const gets = this.exchanges.filter(({ method }) => method === "GET");
    this.single = gets.filter((get): get is ShownRecord => get.isOne && get.record !== undefined);
    this.listed = gets.flatMap((get) => (get.isOne ? [] : (get.list ?? []).map((record) => ({ ...get, record }))));
  }

  /** Every record of some kinds; those read alone first. */
  shown(...kinds: readonly string[]): readonly ShownRecord[] {
    return [...this.single, ...this.listed].filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  }

  /** The records of a kind that were read alone. */
  read(kind: string): readonly ShownRecord[] {
    return this.single.filter((shown) => shown.kind === kind);
  }

  last(step: string): Seen | undefined {
    return this.exchanges.findLast((exchange) => exchange.step === step);
  }

  all(...steps: readonly string[]): readonly Seen[] {
    return this.exchanges.filter(({ step }) => steps.includes(step));
  }

  isOurs(record: Fields): boolean {
    return markIn(record) === this.#mark;
  }
}

/** What the evidence says about one guess. `otherwise` is neither as assumed nor in a known way. */
export type Verdict =
  | { readonly answer: "holds" }
  | { readonly answer: "differs"; readonly difference: string; readonly seen: string }
  | { readonly answer: "otherwise"; readonly seen: string }
  | { readonly answer: "not tried"; readonly reason: string };

/** What one response says: the name of a difference, `holds`, something unexpected, or nothing. */
type Indication = string | { readonly unexpected: string } | undefined;

/** Returns undefined if the evidence doesn't tell. A guess only holds if every known difference is excluded. */
export type Judge = (evidence: Evidence) => Verdict | undefined;

/** How one guess is judged. */
export interface Entry {
  /** The areas whose requests tell; none if reading is enough. */
  readonly areas: readonly Area[];
  readonly judge: Judge;
  /** Guesses without which the evidence may not tell. */
  readonly follows?: readonly string[];
  /** Why it wasn't tried, if the areas don't say. */
  readonly untried?: string;
}

/** Makes entries that need certain areas. */
export const needing =
  (...areas: readonly Area[]) =>
  (judge: Judge, about: Pick<Entry, "follows" | "untried"> = {}): Entry => ({ areas, judge, ...about });

/** Adds the request that shows it. */
export function verdict(told: Indication, { method, path, query = {}, status }: Seen): Verdict | undefined {
  if (told === undefined) return undefined;
  if (told === "holds") return { answer: "holds" };
  const search = Object.entries(query).map(([name, value], index) => `${index === 0 ? "?" : "&"}${name}=${value}`);
  const seen = `${method} ${path}${search.join("")}: ${status}`;
  if (typeof told === "object") return { answer: "otherwise", seen: `${seen}, ${told.unexpected}` };
  return { answer: "differs", difference: told, seen };
}

/** Judges by the last response of a step. */
export const ofStep =
  (step: string, tell: (exchange: Seen, evidence: Evidence) => Indication): Judge =>
  (evidence) => {
    const exchange = evidence.last(step);
    return exchange && verdict(tell(exchange, evidence), exchange);
  };

/** Judges by the first record that tells something. */
export const ofRecords =
  (
    select: (evidence: Evidence) => readonly ShownRecord[],
    tell: (record: Fields, shown: ShownRecord, evidence: Evidence) => Indication,
  ): Judge =>
  (evidence) => {
    for (const shown of select(evidence)) {
      const told = tell(shown.record, shown, evidence);
      if (told !== undefined) return verdict(told, shown);
    }
    return undefined;
  };

const outcome = (step: string, accepted: string, rejected: string): Judge =>
  ofStep(step, ({ isSuccess, isRejection }) => (isSuccess ? accepted : isRejection ? rejected : undefined));

/** Judges whether a request is accepted, as assumed. */
export const accepted = (step: string, difference: string): Judge => outcome(step, "holds", difference);

/** Judges whether a request is rejected, as assumed. */
export const rejected = (step: string, difference: string): Judge => outcome(step, difference, "holds");

/** Names the keys of something unexpected, which are no secret. */
export const withKeys = (value: unknown) => ({
  unexpected: isObject(value) ? `keys ${Object.keys(value).join(", ")}` : typeof value,
});
