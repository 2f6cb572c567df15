import { invalidHub, invalidService } from "../../errors/program.ts";
import type { Failure } from "../../kinds/kind.ts";
import { unknown } from "../lifecycle/forms/unknown.ts";
import { type Properties, ResourceReference } from "../marks.ts";
import { isOfKind, typeIn } from "../resource-type.ts";

/** A program's declarations, with references in place of resources. */
export interface Resolved {
  readonly properties: Properties;
  readonly failures: readonly Failure[];
}

/** Replaces resources by references: a hub by `{ id }`, because its subdomain may change, and a service by its ID. */
export function resolveReferences(given: Properties): Resolved {
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
      // A resource that isn't created yet has no ID.
      const id = value.id === "" ? unknown : value.id;
      if (path[0] === "hub") return isOfKind(urn, "Hub") ? { id } : fail(path, invalidHub.reference({ type }));
      return isOfKind(urn, "Service") ? id : fail(path, invalidService.reference({ type }));
    }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, [...path, name])]));
  };

  const properties = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, resolve(value, [name])]));
  return { properties, failures };
}
