import type { Declared, Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { isHistory } from "../../provider/inspect.ts";
import { recordsIn } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import { isHub, type ReportedRecord } from "../records.ts";
import { differingProperties, isSame, isSecret, type PlannedChange } from "./planned.ts";

/** A record before and after the update, with the names and forms that programs use. */
export interface RecordChange extends ReportedRecord, Pick<PlannedChange, "hub" | "definition"> {
  readonly urn: string;
  /** Undefined if the record doesn't exist, or is deleted. */
  readonly before?: Stored;
  /** Undefined if the update deletes the record. */
  readonly after?: Stored;
  /** Properties that differ. */
  readonly differing: readonly string[];
  readonly dependencies: NonNullable<ResourceState["propertyDependencies"]>;
  /** The record is in the state or adopted, and deleted on the page. */
  readonly isRestored?: true;
  /** Milliseconds from the first date of a series to the first that is left. */
  readonly offset?: number;
}

export interface AdoptedRecord {
  readonly id: string;
  readonly values: Stored;
  /** The update restores it. */
  readonly isDeleted: boolean;
}

/** The records that the program adopts, by the URN of the resource; null if there is none, so it is created. */
export type AdoptedRecords = ReadonlyMap<string, AdoptedRecord | null>;

/** Whether the step adopts a record that exists, instead of creating one. */
export const isAdoption = ({ action, kind, step }: PlannedChange): boolean => {
  const { adopt } = step.newState?.inputs ?? {};
  return isHub(kind)
    ? action === "create" || action === "replace"
    : action === "create" && adopt !== undefined && adopt !== false;
};

/** Returns the records that a step changes: none, one, or for a replacement the old and the new one. */
export function changesOf(planned: PlannedChange, adopted: AdoptedRecords, now: number): RecordChange[] {
  const { stack, hub, declaredHub, kind, definition, name, id, action, step, beforeRefresh } = planned;
  const { oldState = beforeRefresh, newState } = step;
  if (step.op === "import" || planned.differences.length === 0) return [];
  const record = { stack, hub, kind, name, id, urn: step.urn, definition, differing: [], dependencies: {} };
  const dependencies = newState?.propertyDependencies ?? {};
  const found = isAdoption(planned) ? adopted.get(step.urn) : null;
  if (found === undefined) return [];
  if (found !== null) {
    return [compared({ ...record, id: found.id, hub: declaredHub, dependencies }, found, { ...newState?.inputs })];
  }
  const names = Object.keys(definition.properties);
  // The outputs have the live values of the properties that the program doesn't declare.
  const before = pick({ ...oldState?.outputs, ...oldState?.inputs }, [...names, "archived"]);
  const { offset } = recordsIn(oldState ?? {});
  const deleted = { ...record, before, offset };
  const created = { ...record, hub: declaredHub, id: "", dependencies, after: initialValues(definition, newState) };
  const isGone = oldState?.inputs?.deleted === true;
  // Deleting a Hub only ends its management, and what has ended stays.
  const isOver = isHistory(definition, { ...oldState?.outputs, ...before }, now);
  const isKept = isHub(kind) || oldState?.retainOnDelete === true || isGone || isOver;
  if (action === "delete") return isKept ? [] : [deleted];
  if (action === "create") return [created];
  if (action === "replace") return isKept ? [created] : [deleted, created];
  const differing = differingProperties(step)
    .map(({ property }) => property)
    .filter((property) => names.includes(property));
  if (isGone) return [{ ...created, id, differing, isRestored: true }];
  const declared = newState?.inputs ?? {};
  const after = { ...before, ...pick(declared, differing) };
  for (const property of differing) {
    const { cleared } = definition.properties[property] ?? {};
    // Without a default, a property that is no longer declared keeps its value.
    if (!(property in declared) && cleared !== undefined) after[property] = cleared;
  }
  return [{ ...record, dependencies, before, after, differing, offset }];
}

function compared(
  record: Omit<RecordChange, "after">,
  { values: live, isDeleted }: AdoptedRecord,
  inputs: Declared,
): RecordChange {
  const { properties } = record.definition;
  const declared = pick(inputs, Object.keys(properties));
  const isUnchanged = (name: string): boolean =>
    !isSecret(declared[name]) && !showsUnknown(declared[name]) && isSame(properties[name], declared[name], live[name]);
  const differing = Object.keys(declared).filter((name) => !isUnchanged(name));
  const masked = Object.entries(live).map(([name, value]) => [name, isSecret(declared[name]) ? "[secret]" : value]);
  const before = Object.fromEntries(masked) as Stored;
  const change = { ...record, after: { ...before, ...pick(declared, differing) }, differing };
  return isDeleted ? { ...change, isRestored: true } : { ...change, before };
}

/** The value, or a part of it, is known only after the update. */
export const showsUnknown = (value: unknown): boolean => JSON.stringify(value)?.includes(unknownMark) === true;

const pick = (values: Declared | Stored, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));

function initialValues({ properties }: Definition, { inputs }: ResourceState = {}): Stored {
  const defaults = Object.entries(properties).filter(([, { cleared }]) => cleared !== undefined);
  return {
    ...Object.fromEntries(defaults.map(([name, { cleared }]) => [name, cleared])),
    ...pick(inputs ?? {}, Object.keys(properties)),
  };
}
