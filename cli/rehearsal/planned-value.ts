import type { Definition } from "../../model/kinds/kind.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import type { NotKnownReason } from "./outcome.ts";
import type { Page } from "./page.ts";
import type { Stage } from "./stage.ts";

/** A value that a plan gives one property of a step, with what it takes to find out what it stands for. */
export interface PlannedValue {
  readonly stage: Stage;
  readonly step: PreviewStep;
  readonly definition: Definition;
  readonly page: Page;
  /** Name of the property. */
  readonly name: string;
  readonly value: unknown;
}

/**
 * What a planned value stands for:
 *
 * - known: the update has this value too, or no report depends on the difference
 * - stand-in: this value takes the place of another one, which isn't known
 * - left out: nothing can take its place, so the rehearsal is without the property
 */
export type Resolved =
  | { readonly is: "known"; readonly value: unknown }
  | { readonly is: "stand-in"; readonly value: unknown; readonly reason: NotKnownReason }
  | { readonly is: "left out"; readonly reason: NotKnownReason };

export const known = (value: unknown): Resolved => ({ is: "known", value });

export const leftOut = (reason: NotKnownReason): Resolved => ({ is: "left out", reason });

/** @param value undefined if nothing can take the place of the value that isn't known */
export const standIn = (value: unknown, reason: NotKnownReason): Resolved =>
  value === undefined ? leftOut(reason) : { is: "stand-in", value, reason };

/** Stands for a text that only the update will know. A report shows it as it is. */
export const unknownText = "[unknown]";

/** Whether a value, or a part of it, is known only after the update. */
export const showsUnknown = (value: unknown): boolean => JSON.stringify(value)?.includes(unknownMark) === true;

/** Whether a property decides which record a step is about, or when. */
export const decides = ({ identity = [], period, series }: Definition, name: string): boolean =>
  ["hub", "adopt", series?.property, ...identity, ...(period?.timed ?? [])].includes(name);

/** The URN of a resource before the step: an alias may rename it. */
export const urnBefore = ({ urn, oldState }: PreviewStep): string => oldState?.urn ?? urn;

/** Returns what the record has now; undefined if it has nothing, or doesn't exist yet. */
export const currentValue = ({ stage, step, name }: PlannedValue): unknown =>
  stage.resources.get(urnBefore(step))?.declared[name];
