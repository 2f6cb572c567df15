import { invalidHub, invalidService } from "../../errors/program.ts";
import type { Failure, Values } from "../../kinds/kind.ts";
import { unknown } from "../lifecycle/unknown.ts";
import { ResourceReference } from "../marks.ts";
import { isOfKind, typeIn } from "./type.ts";

/** What a program declares, with what names the record in place of each resource that it passes as a value. */
export interface Resolved {
  readonly inputs: Values;
  readonly failures: readonly Failure[];
}

/** Puts names in place of resources: of a hub `{ id }`, as its subdomain may change, and of a service its ID. */
export function resolveReferences(declared: Values): Resolved {
  const failures: Failure[] = [];
  const fail = (path: Failure["path"], reason: string) => {
    failures.push({ path, reason });
    return unknown;
  };

  const resolve = (value: unknown, path: Failure["path"]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof ResourceReference) {
      const { urn } = value;
      const type = typeIn(urn);
      // What is still to be created has no id yet.
      const id = value.id === "" ? unknown : value.id;
      if (path[0] === "hub") return isOfKind(urn, "Hub") ? { id } : fail(path, invalidHub.reference({ type }));
      return isOfKind(urn, "Service") ? id : fail(path, invalidService.reference({ type }));
    }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, [...path, name])]));
  };

  const inputs = Object.fromEntries(Object.entries(declared).map(([name, value]) => [name, resolve(value, [name])]));
  return { inputs, failures };
}
