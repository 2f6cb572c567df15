import type { OperationName } from "../../model/kinds/operations.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { Kind, Place, Property } from "./kinds.ts";

export function expectedIn({ wire = (value: unknown) => value }: Property, declared: unknown): unknown {
  return declared === null ? null : wire(declared);
}

/** Whether a live value is as declared. Lists have no order, and only the declared keys of a configuration count. */
export function isAsDeclared(name: string, live: unknown, expected: unknown): boolean {
  if (name === "configuration") {
    const held = (live ?? {}) as Values;
    const wanted = Object.entries((expected ?? {}) as Values);
    return wanted.length === 0
      ? Object.keys(held).length === 0
      : wanted.every(([key, value]) => same(held[key], value));
  }
  return same(live, expected);
}

const same = (one: unknown, other: unknown) => canonical(one) === canonical(other);

function canonical(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(canonical).sort());
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return JSON.stringify(
    Object.entries(value)
      .map(([key, item]) => [key, canonical(item)])
      .sort(),
  );
}

interface Times {
  readonly startTime?: string;
  readonly endTime?: string;
  readonly repeat?: { readonly endOn: string } | null;
}

/** Whether the times of a declared maintenance are in order. */
export const areInOrder = ({ startTime, endTime, repeat }: Times): boolean =>
  String(startTime) < String(endTime) && (!repeat || repeat.endOn.slice(0, 10) >= String(startTime).slice(0, 10));

export function bodyOf(kind: Kind, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const declared = kind.properties[name];
      return declared === undefined ? [] : [[declared.field, expectedIn(declared, value)]];
    }),
  );
}

/** Chooses a value for each property by a number. With 0, an optional property is omitted. */
export function chooseValues(
  kind: Kind,
  numbers: readonly number[],
  place: Omit<Place, "chosen">,
  fixed: Values = {},
): Values {
  const chosen: Values = {};
  Object.entries(kind.properties).forEach(([name, { pool, isRequired }], index) => {
    if (fixed[name] !== undefined) {
      chosen[name] = fixed[name];
      return;
    }
    const values = pool({ ...place, chosen });
    const number = numbers[index] ?? 0;
    const at = isRequired ? number % Math.max(1, values.length) : (number % (values.length + 1)) - 1;
    if (values[at] !== undefined) chosen[name] = values[at];
  });
  return chosen;
}

export const operation = (verb: "create" | "update" | "delete", { name }: Kind) => `${verb}${name}` as OperationName;
