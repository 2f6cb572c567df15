import { type Declared, type Stored, unknown } from "../../model/api/form.ts";
import type { Failure } from "../../model/kinds/kind.ts";
import { isOfKind, typeIn } from "../../model/pulumi/resource-type.ts";
import { invalidHub, invalidService } from "../errors/program.ts";
import { ResourceReference } from "../marks.ts";

/** Replaces resources by references: a hub by `{ id }`, because its subdomain may change, and a service by its ID. */
export function resolveReferences<Values extends Declared | Stored>(
  given: Values,
): { readonly resolved: Values; readonly failures: readonly Failure[] } {
  const failures: Failure[] = [];

  const resolveReference = (reference: ResourceReference, path: Failure["path"]): unknown => {
    const { urn } = reference;
    // A resource that isn't created yet has no ID.
    const id = reference.id === "" ? unknown : reference.id;
    const isHub = path[0] === "hub";
    if (isOfKind(urn, isHub ? "Hub" : "Service")) return isHub ? { id } : id;
    const invalid = isHub ? invalidHub : invalidService;
    failures.push({ path, reason: invalid.reference({ type: typeIn(urn) }) });
    return unknown;
  };

  const resolve = (value: unknown, path: Failure["path"]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof ResourceReference) return resolveReference(value, path);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, [...path, name])]));
  };

  const resolved = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, resolve(value, [name])]));
  return { resolved: resolved as Values, failures };
}
