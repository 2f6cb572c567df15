import { type Exchange, type Fields, listOf, placeOf, type Recording, recordOf } from "../exchange.ts";
import { markIn } from "../mark.ts";

/** A record in the response to a GET. */
export interface ShownRecord {
  readonly kind: string;
  readonly record: Fields;
  readonly exchange: Exchange;
}

/** What the responses of a recording show. */
export class Evidence {
  readonly recording: Recording;
  readonly exchanges: readonly Exchange[];
  /** The records that were read alone. */
  readonly single: readonly ShownRecord[];
  /** The records in lists. */
  readonly listed: readonly ShownRecord[];

  constructor(recording: Recording) {
    this.recording = recording;
    this.exchanges = recording.exchanges;
    const gets = this.exchanges.filter(({ method }) => method === "GET");
    const shown = gets.map((exchange) => ({ exchange, ...placeOf(exchange) }));
    const records = ({ isOne, exchange }: (typeof shown)[number]) =>
      isOne ? [recordOf(exchange)].filter((record) => record !== undefined) : (listOf(exchange) ?? []);
    const all = shown.flatMap((each) => records(each).map((record) => ({ ...each, record })));
    this.single = all.filter(({ isOne }) => isOne);
    this.listed = all.filter(({ isOne }) => !isOne);
  }

  /** Every record of some kinds; those read alone first. */
  shown(...kinds: readonly string[]): readonly ShownRecord[] {
    return [...this.single, ...this.listed].filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  }

  /** The records of a kind that were read alone. */
  read(kind: string): readonly ShownRecord[] {
    return this.single.filter((shown) => shown.kind === kind);
  }

  last(step: string): Exchange | undefined {
    return this.exchanges.findLast((exchange) => exchange.step === step);
  }

  all(...steps: readonly string[]): readonly Exchange[] {
    return this.exchanges.filter(({ step }) => steps.includes(step));
  }

  /** The record in the last response of a step. */
  record(step: string): Fields | undefined {
    const exchange = this.last(step);
    return exchange && recordOf(exchange);
  }

  isOurs(record: Fields): boolean {
    return markIn(record) === this.recording.mark;
  }
}
