import { z } from "zod";
import type { OperationName } from "../model/kinds/operations.ts";
import { HttpError } from "./http-error.ts";
import { routes } from "./route.ts";
import { parsed } from "./validation.ts";

/** Fails or delays matching requests. All fields that select requests are optional. */
export interface Fault {
  /** @default any */
  readonly method?: string;
  /**
   * Relative to the base URL: a path such as `/hubs/acme/services`, where `*` matches any part between two slashes,
   * or a regular expression. @default any
   */
  readonly path?: string | RegExp;
  /** Name of an operation, such as `createService`. @default any */
  readonly operation?: OperationName;
  /** Number of requests that it affects. @default 1 */
  readonly times?: number;
  /** Number of matching requests that pass first. @default 0 */
  readonly after?: number;
  /** Whether it applies before or after the request takes effect. @default "before" */
  readonly when?: "before" | "after";
  /** Status to return instead of the real one. */
  readonly status?: number;
  /** Response body: text is sent unchanged, anything else as JSON. @default `{ "error": ... }` with a status */
  readonly body?: unknown;
  /** Response headers besides the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay of the response in milliseconds, or its minimum and maximum. */
  readonly delay?: number | readonly [least: number, most: number];
  /** Never responds. */
  readonly hang?: boolean;
  /** Cuts the connection: before or after the request takes effect, or in the middle of the real response. */
  readonly drop?: "before" | "after" | "during";
}

const milliseconds = z.number().min(0, "must be milliseconds, or a range of milliseconds");
const wrongMethod = "must be a method such as POST";
const wrongPath = "must be a path such as /hubs/acme, or a regular expression";

const faultSchema = z
  .strictObject({
    method: z.string({ error: wrongMethod }).regex(/^(get|head|post|put|patch|delete|options)$/i, wrongMethod),
    path: z.union([z.string().startsWith("/", wrongPath), z.instanceof(RegExp)], { error: wrongPath }),
    operation: z.enum(
      routes.map(({ name }) => name),
      { error: "must be the name of an operation, such as createService" },
    ),
    times: z.union([z.int().min(1, "must be a whole number from 1"), z.literal(Number.POSITIVE_INFINITY)], {
      error: "must be a whole number from 1",
    }),
    after: z.int({ error: "must be a whole number" }).min(0, "must not be negative"),
    when: z.enum(["before", "after"], { error: 'must be "before" or "after"' }),
    status: z.int({ error: "must be a status from 200 to 599" }).min(200).max(599),
    body: z.unknown(),
    headers: z.record(
      z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
      z.string().regex(/^[ -~]*$/, "must be a text that a header can carry"),
    ),
    delay: z.union([milliseconds, z.tuple([milliseconds, milliseconds])], {
      error: "must be milliseconds, or a range of milliseconds",
    }),
    hang: z.boolean({ error: "must be true or false" }),
    drop: z.enum(["before", "after", "during"], { error: 'must be "before", "after" or "during"' }),
  })
  .partial()
  .refine((fault) => countReplacements(fault) <= 1, { error: "can have only one of status, hang and drop" })
  .refine((fault) => countReplacements(fault) === 1 || changesRealResponse(fault), {
    error: "has no effect without status, headers, delay, hang or drop",
  })
  .refine(({ status, body }) => body === undefined || status !== undefined, {
    path: ["body"],
    error: "needs a status",
  });

type FaultFields = { readonly [Field in keyof Fault]?: unknown };

/** Returns how many fields say what comes instead of the real response. */
const countReplacements = ({ status, hang, drop }: FaultFields): number =>
  [status !== undefined, hang === true, drop !== undefined].filter((isGiven) => isGiven).length;

const changesRealResponse = ({ headers, delay = 0 }: FaultFields): boolean => headers !== undefined || delay !== 0;

export interface MatchedRequest {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationName | undefined;
}

interface ActiveFault {
  readonly id: number;
  readonly fault: Fault;
  /** How many requests it has matched. */
  matched: number;
}

const seed = 1;

/** The active faults. The first one that matches a request affects it. */
export class Faults {
  #active: ActiveFault[] = [];
  #lastId = 0;
  #random = seed;

  /** Adds a fault and returns the ID for `remove`. Throws if the fault is malformed. */
  add(fault: Fault): number {
    parsed(faultSchema, fault, "the fault");
    this.#lastId += 1;
    this.#active.push({ id: this.#lastId, fault, matched: 0 });
    return this.#lastId;
  }

  /** Removes one fault. Throws if there is none with this ID. */
  remove(id: number): void {
    const others = this.#active.filter((active) => active.id !== id);
    if (others.length === this.#active.length) throw new HttpError(404, `there is no fault ${id}`);
    this.#active = others;
  }

  clear(): void {
    this.#active = [];
  }

  reset(): void {
    this.clear();
    this.#lastId = 0;
    this.#random = seed;
  }

  /** Lists the active faults with the number of requests that each has matched. */
  list(): readonly { readonly id: number; readonly fault: Fault; readonly matched: number }[] {
    return this.#active.map((active) => ({ ...active }));
  }

  /** Returns the fault for this request. Every fault up to that one that matches counts the request. */
  take(request: MatchedRequest): Fault | undefined {
    for (const active of this.#active) {
      if (!matches(active, request)) continue;
      active.matched += 1;
      const { after = 0, times = 1 } = active.fault;
      const isDue = active.matched > after && active.matched <= after + times;
      if (isDue) return active.fault;
    }
    return undefined;
  }

  /** Returns the delay of a fault in milliseconds. A random one is the same after every reset. */
  delayOf({ delay = 0 }: Fault): number {
    if (typeof delay === "number") return delay;
    const [least, most] = delay;
    // A linear congruential generator with the constants of Numerical Recipes, which is good enough for delays.
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return least + (most - least) * (this.#random / 2 ** 32);
  }
}

const matches = ({ fault }: ActiveFault, request: MatchedRequest): boolean =>
  (fault.method === undefined || fault.method.toUpperCase() === request.method) &&
  (fault.operation === undefined || fault.operation === request.operation) &&
  (fault.path === undefined || pathMatches(fault.path, request.path));

function pathMatches(wanted: string | RegExp, path: string): boolean {
  // Unlike test, search doesn't continue where a pattern with the flag g or y stopped.
  if (typeof wanted !== "string") return path.search(wanted) >= 0;
  const parts = path.split("/");
  const wantedParts = wanted.split("/");
  const isSameLength = parts.length === wantedParts.length;
  return isSameLength && wantedParts.every((wantedPart, index) => wantedPart === "*" || wantedPart === parts[index]);
}
