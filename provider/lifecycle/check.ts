import type { z } from "zod";
import { recordIdText } from "../../model/api/field.ts";
import { type Declared, holdsUnknown, unknown } from "../../model/api/form.ts";
import { helpWith, nearest } from "../../model/api/nearest.ts";
import { subdomain } from "../../model/kinds/hub.ts";
import { type Definition, type Failure, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";
import { invalidAdopt, invalidHub, unknownProperty } from "../errors/program.ts";

/**
 * Validates a program's declarations before anything is sent, and reports all failures. Unknown values are skipped at
 * any depth, but the values beside them are checked.
 */
export function check(definition: Definition, declared: Declared): Failure[] {
  const failures = [
    ...checkHub(definition, declared),
    ...checkAdopt(definition, declared),
    ...checkNames(definition, declared),
    ...Object.entries(definition.properties).flatMap(([name, property]) =>
      checkProperty(name, property, declared[name]),
    ),
  ];
  const invalid = new Set(failures.map(({ path }) => path[0]));
  const isUsable = (name: string, value: unknown) => !invalid.has(name) && !holdsUnknown(value);
  const usable = Object.fromEntries(Object.entries(declared).filter(([name, value]) => isUsable(name, value)));
  const isSet = (name: string) => declared[name] !== undefined;
  return [...failures, ...(definition.rules?.(usable, isSet) ?? [])];
}

export function checkHub(definition: Definition, { hub }: Declared): Failure[] {
  if (isAdoptOnly(definition)) return [];
  if (hub === undefined) return [{ path: ["hub"], reason: invalidHub.required() }];
  // A subdomain could be 2024, but a number is more likely a hub's ID. Confusing the two would write to the wrong hub.
  if (isRecordId(hub)) return [{ path: ["hub"], reason: invalidHub.number({ id: hub }) }];
  const named: Declared = typeof hub === "object" && hub !== null ? { ...hub } : { subdomain: hub };
  const isById = named.subdomain === undefined && (named.id === unknown || isRecordId(named.id));
  const isByName = named.subdomain === unknown || subdomain.safeParse(named.subdomain).success;
  if (isById || isByName) return [];
  return [{ path: ["hub"], reason: invalidHub.invalid(), got: named.subdomain ?? hub }];
}

const isRecordId = (value: unknown): value is string => typeof value === "string" && recordIdText.test(value);

function checkAdopt(definition: Definition, declared: Declared): Failure[] {
  const { adopt } = declared;
  if (adopt === undefined || adopt === false || adopt === unknown || isAdoptOnly(definition)) return [];
  if (adopt === true) return checkAdoptByKey(definition, declared);
  const isId = typeof adopt === "string" && isRecordIdOf(definition, adopt);
  return isId ? [] : [{ path: ["adopt"], reason: invalidAdopt.form(), got: adopt }];
}

/** Whether a text is a valid ID of this kind: a whole number from 1, or the API's own text. */
export function isRecordIdOf({ operations: { recordId } }: Definition, id: string): boolean {
  return recordId.safeParse(isRecordId(id) ? Number(id) : id).success;
}

function checkAdoptByKey({ kind, identity = [] }: Definition, declared: Declared): Failure[] {
  const path = ["adopt"];
  if (identity.length === 0) return [{ path, reason: invalidAdopt.idOnly({ kind }) }];
  // Empty text identifies nothing.
  const isEmpty = (name: string) => !/\S/.test(String(declared[name] ?? ""));
  const missing = identity.find((name) => declared[name] !== unknown && isEmpty(name));
  return missing === undefined ? [] : [{ path, reason: invalidAdopt.missingKey({ property: missing }) }];
}

function checkNames(definition: Definition, declared: Declared): Failure[] {
  const names = [...(isAdoptOnly(definition) ? [] : ["hub", "adopt"]), ...Object.keys(definition.properties)];
  // Pulumi passes the mark of a deleted record back if the program ignores changes to it.
  const isMark = (name: string) => name === "deleted" && definition.operations.restore !== undefined;
  return Object.keys(declared)
    .filter((name) => declared[name] !== undefined && !names.includes(name) && !isMark(name))
    .map((name) => {
      // The API's own key may look like another property, or like none.
      const own = Object.entries(definition.properties).find(([, { key }]) => camelCased(key) === camelCased(name));
      const help = own ? `Did you mean ${JSON.stringify(own[0])}?` : helpWith(name, names);
      return { path: [name], reason: unknownProperty.property({ kind: definition.kind, help }) };
    });
}

const camelCased = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function checkProperty(name: string, property: Property, value: unknown): Failure[] {
  if (value === unknown) return [];
  if (value === undefined) return property.required ? [{ path: [name], reason: "is required" }] : [];
  const result = property.type.schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues
    .flatMap((issue) => {
      const path = [name, ...issue.path.filter((key) => typeof key !== "symbol")];
      // Zod reports unexpected keys as one issue of the surrounding object; we report each key separately.
      const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
      return paths.map((each) => ({ path: each, issue, value: valueAt(value, each.slice(1)) }));
    })
    .filter((found) => found.value !== unknown)
    .map((found) => failureFor(property, found));
}

function failureFor(
  { secret }: Property,
  { path, issue, value }: { path: (string | number)[]; issue: z.core.$ZodIssue; value: unknown },
): Failure {
  if (issue.code === "unrecognized_keys") {
    // The form names the properties: "must be { service, status }".
    const near = nearest(String(path.at(-1)), issue.message.match(/(?<=[{,] )\w+/g) ?? []);
    const help = near === undefined ? `The value ${issue.message}.` : `Did you mean ${JSON.stringify(near)}?`;
    return { path, reason: unknownProperty.nested({ help }) };
  }
  if (value === undefined) return { path, reason: `is required: ${issue.message}` };
  return { path, reason: issue.message, ...(secret === undefined && { got: value }) };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
