import { isObject } from "../../model/api/object.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A GET and its response as it arrived. */
export interface Exchange {
  /** The purpose of the request. */
  readonly step: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly status: number;
  readonly text: string;
}

/** An exchange, and what its response says. */
export interface ParsedExchange extends Exchange {
  /** The collection of the path, such as `services`. */
  readonly kind: string;
  /** The body; undefined if it isn't JSON. */
  readonly json: unknown;
  /** The record that was read alone, also below its only key. */
  readonly record: Fields | undefined;
  /** The records, if the response is a list. */
  readonly list: readonly Fields[] | undefined;
}

export function parseExchange(exchange: Exchange): ParsedExchange {
  const { path, status, text } = exchange;
  const names = path.split("/").slice(1);
  const isOne = names.length % 2 === 0;
  const json = parsed(text);
  const isSuccess = status >= 200 && status < 300;
  const data = isObject(json) ? json.data : json;
  return {
    ...exchange,
    kind: names.at(isOne ? -2 : -1) ?? "",
    json,
    record: isSuccess && isOne ? recordIn(json) : undefined,
    list: isSuccess && Array.isArray(data) ? data.filter(isObject) : undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function recordIn(value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined;
  if (value.id !== undefined) return value;
  const [only, ...others] = Object.values(value);
  return others.length === 0 && isObject(only) && only.id !== undefined ? only : undefined;
}

export const flagsOf = ({ flags }: Fields): Fields => (isObject(flags) ? flags : {});
