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
  const fail = (path: Failure["path"], reason: string) => {
    failures.push({ path, reason });
    return unknown;
  };

  const resolveResource = ({ urn, id: known }: ResourceReference, path: Failure["path"]): unknown => {
    // A resource that isn't created yet has no ID.
    const id = known === "" ? unknown : known;
    const type = typeIn(urn);
    if (path[0] === "hub") return isOfKind(urn, "Hub") ? { id } : fail(path, invalidHub.reference({ type }));
    return isOfKind(urn, "Service") ? id : fail(path, invalidService.reference({ type }));
  };

  const resolve = (value: unknown, path: Failure["path"]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof ResourceReference) return resolveResource(value, path);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, [...path, name])]));
  };

  const resolved = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, resolve(value, [name])]));
  return { resolved: resolved as Values, failures };
}
