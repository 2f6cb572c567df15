import { type GuessName, guesses } from "../../model/guesses/index.ts";
import { paint } from "../terminal/output.ts";
import type { ParsedExchange } from "./exchange.ts";
import { judges } from "./judges.ts";

/** What the responses say about one assumption. */
export interface Assumption {
  readonly name: GuessName;
  /** `unknown` if the records of the account don't show it. */
  readonly result: "holds" | "differs" | "unknown";
  /** The name of a known difference. */
  readonly difference?: string;
  /** The request that shows the difference. */
  readonly seen?: string;
}

export const compareAssumptions = (exchanges: readonly ParsedExchange[]): Assumption[] =>
  Object.entries(judges).map(([key, judge]) => {
    const name = key as GuessName;
    const judgment = judge(exchanges);
    if (judgment === undefined) return { name, result: "unknown" };
    const { verdict, exchange } = judgment;
    if (verdict === "holds") return { name, result: "holds" };
    const isKnown = verdict in guesses[name].otherwise;
    return { name, result: "differs", ...(isKnown && { difference: verdict }), seen: describeRequest(exchange) };
  });

function describeRequest({ path, query, status }: ParsedExchange): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const search = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return `GET ${path}${search}: ${status}`;
}

const results = {
  holds: { color: "green", word: "holds" },
  differs: { color: "yellow", word: "differs" },
  unknown: { color: "dim", word: "?" },
} as const;

const unknownDifference = {
  service: "In another way than we know.",
  effect: "Unknown. Please open an issue.",
};

/** Describes the assumptions as a table, with the effect of each difference. */
export function describeAssumptions(all: readonly Assumption[]): string {
  const lines = all.flatMap(rowsOf);
  const count = `${all.filter(({ result }) => result === "holds").length} of ${all.length}`;
  return ["", `Assumptions about the API that reading can show (${count} hold):`, ...lines, ""].join("\n");
}

function rowsOf({ name, result, difference, seen }: Assumption): string[] {
  const { color, word } = results[result];
  const row = `${paint(color, word.padEnd(7))} ${name}`;
  if (result !== "differs") return [row];
  const known = difference === undefined ? undefined : guesses[name].otherwise[difference];
  const { service, effect } = known ?? unknownDifference;
  const named = difference === undefined ? row : `${row}=${difference}`;
  return [named, ...[seen, service, effect].map((text) => `${" ".repeat(8)}${text}`)];
}
