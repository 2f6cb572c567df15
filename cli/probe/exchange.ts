import { isObject } from "../../model/api/object.ts";
import type { Area } from "./areas.ts";

/** A request of a run, and its response as it arrived. */
export interface Exchange {
  /** What the request was for. */
  readonly step: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly sent?: Readonly<Record<string, unknown>>;
  /** 0 if there was no response. */
  readonly status: number;
  readonly date?: string;
  readonly text: string;
  /** When it was sent, and how long the response took, in milliseconds. */
  readonly at: number;
  readonly took: number;
}

/** Everything that a run has seen, from which it can be judged again later. */
export interface Recording {
  readonly mark: string;
  readonly areas: readonly Area[];
  /** Why areas were not tried, or only in part. */
  readonly skipped: { readonly [Name in Area]?: string };
  readonly exchanges: readonly Exchange[];
  /** How much of the limit other clients use; missing if the run was too short to tell. */
  readonly limit?: string | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

export const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300;

/** A status that says no to this request. Inferred (rejection-status): which ones. */
export const isRejection = ({ status }: Exchange): boolean => [400, 409, 422].includes(status);

/** The body as JSON; undefined if it isn't. */
export function jsonOf({ text }: Exchange): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The record in a response, or below the only key of the response; undefined if there is none. */
export function recordOf(exchange: Exchange): Fields | undefined {
  const value = isSuccess(exchange) ? jsonOf(exchange) : undefined;
  if (!isObject(value)) return undefined;
  if (value.id !== undefined) return value;
  const [only, ...others] = Object.values(value);
  return others.length === 0 && isObject(only) && only.id !== undefined ? only : undefined;
}

/** The records of a list; undefined if the response isn't one. */
export function listOf(exchange: Exchange): readonly Fields[] | undefined {
  const value = isSuccess(exchange) ? jsonOf(exchange) : undefined;
  const data = isObject(value) ? value.data : value;
  return Array.isArray(data) ? data.filter(isObject) : undefined;
}

export const flagsOf = ({ flags }: Fields): Fields => (isObject(flags) ? flags : {});

/** Whether a response shows that its record is gone. */
export const isGone = (exchange: Exchange): boolean => {
  const record = recordOf(exchange);
  return [404, 410].includes(exchange.status) || (record !== undefined && flagsOf(record).deleted === true);
};

/** The collection of a path, such as `services`, and whether it names one of its records. */
export function placeOf({ path }: Exchange): { readonly kind: string; readonly isOne: boolean } {
  const names = path.split("/").slice(1);
  return { kind: (names.length % 2 === 0 ? names.at(-2) : names.at(-1)) ?? "", isOne: names.length % 2 === 0 };
}
