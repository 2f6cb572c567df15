import { z } from "zod";
import type { Clock } from "./clock.ts";
import type { EmulatorAssumptions } from "./differences/assumptions.ts";
import { assumptionsSchema } from "./differences/index.ts";
import { invalidOption } from "./errors.ts";
import { type Rates, rates } from "./http/limits.ts";
import { HttpError } from "./http-error.ts";
import type { Preset } from "./preset/schema.ts";
import { parsed } from "./validation.ts";

export interface EmulatorOptions {
  /** Port on 127.0.0.1; 0 picks any free one. @default 0 */
  readonly port?: number;
  /** File that keeps the records between runs. @default none, records live in memory */
  readonly data?: string;
  /** Requests per second for each API key: the documented 30 and 5, no limit, or other rates. @default "real" */
  readonly limits?: "real" | "off" | Rates;
  /** Rejects unknown query parameters and body fields instead of ignoring them, and checks responses. @default false */
  readonly strict?: boolean;
  /**
   * How this emulator differs: from our guesses about the API, `{ "record-ids": "text" }`, or in a field,
   * `{ "upper-case": "services.name" }`. emulator/README.md lists the names. @default it doesn't
   */
  readonly assume?: EmulatorAssumptions;
  /** How many days of occurrences a maintenance has that repeats without `end_on`. @default 366 */
  readonly seriesDays?: number;
  /** Time at which requests arrive, and the base of the records' time. @default this machine's */
  readonly clock?: Clock;
  /**
   * Hubs with their records, and API keys, at the start. @default hubs acme, globex and acme-partners, and one API key
   * per role
   */
  readonly preset?: Preset;
}

const flag = z.boolean({ error: "must be true or false" });
const isClock = (value: unknown) => typeof (value as Partial<Clock> | null)?.now === "function";

const optionSchema = z
  .strictObject({
    port: z.int({ error: "must be a number from 0 to 65535" }).min(0).max(65_535),
    data: z.string({ error: "must be the name of a file" }),
    limits: z.union([z.enum(["real", "off"]), rates], {
      error: 'must be "real", "off" or { reads, writes } in a second',
    }),
    strict: flag,
    assume: assumptionsSchema,
    seriesDays: z.int({ error: "must be a whole number of days" }).min(0),
    clock: z.custom<Clock>(isClock, { error: "must be an object with now()" }),
    // Checked separately, because its errors show where in the preset they are.
    preset: z.unknown(),
  })
  .partial();

/** Throws if an option is unknown or has an invalid value, which TypeScript prevents but JavaScript doesn't. */
export function checkOptions(options: EmulatorOptions): void {
  try {
    parsed(optionSchema, options, "the argument");
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new Error(invalidOption.start({ reason: error.message }), { cause: error });
  }
}
