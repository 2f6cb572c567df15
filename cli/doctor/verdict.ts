import type { Fields, ParsedExchange } from "./exchange.ts";

/*
 * What the judges of assumptions look at, and what they say.
 */

/**
 * What one exchange says of an assumption: `holds`, the name of a difference, or `unexpected` for a form that nobody knows. Undefined if
 * it says nothing.
 */
export type Verdict = string | undefined;

export interface Judgment {
  readonly verdict: string;
  /** The exchange that shows it. */
  readonly exchange: ParsedExchange;
}

/** Returns the first verdict that there is. */
export function firstVerdict<Item extends ParsedExchange>(
  items: readonly Item[],
  verdictOn: (item: Item) => Verdict,
): Judgment | undefined {
  for (const exchange of items) {
    const verdict = verdictOn(exchange);
    if (verdict !== undefined) return { verdict, exchange };
  }
  return undefined;
}

/** Returns the exchanges with one purpose. */
export const ofStep = (exchanges: readonly ParsedExchange[], step: string): ParsedExchange[] =>
  exchanges.filter((exchange) => exchange.step === step);

export const ofKind = <Item extends ParsedExchange>(items: readonly Item[], kind: string): Item[] =>
  items.filter((item) => item.kind === kind);

/** A record, and the exchange that shows it. */
export interface FoundRecord extends ParsedExchange {
  readonly record: Fields;
}

/** The records that were read alone. */
export const recordsAlone = (exchanges: readonly ParsedExchange[]): FoundRecord[] =>
  exchanges.filter((exchange): exchange is FoundRecord => exchange.record !== undefined);

export const recordsInLists = (exchanges: readonly ParsedExchange[]): FoundRecord[] =>
  exchanges.flatMap((exchange) => (exchange.list ?? []).map((record) => ({ ...exchange, record })));

/** Those read alone come first, because they show more. */
export const allRecords = (exchanges: readonly ParsedExchange[]): FoundRecord[] => [
  ...recordsAlone(exchanges),
  ...recordsInLists(exchanges),
];
