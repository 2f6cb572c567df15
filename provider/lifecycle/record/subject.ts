import type { Declared, Stored } from "../../../model/api/form.ts";
import { maskOf } from "../forms/mask.ts";
import type { Secrecy } from "../forms/secrets.ts";
import { hubNamedIn } from "./hub.ts";

/** A resource, as far as an operation knows it. */
interface Subject extends Secrecy {
  readonly declared?: Declared;
  readonly stored?: Stored;
  readonly recordId?: string | undefined;
}

/** Names a resource in a message, such as `Service "web" (ID 1234) in hub "acme"`. */
export function subject({ definition, marked, declared, stored, recordId }: Subject): string {
  // After a failed rename, the record still has its old name.
  const values = { ...declared, ...stored };
  const labels = definition.label.map((name) => values[name]).filter((label) => typeof label === "string");
  // Users choose the label, so it may contain the address.
  const mask = maskOf({ definition, marked }, values);
  const label = mask(labels.join(", "));
  const parts = [definition.kind];
  if (label !== "") parts.push(`"${label}"`);
  if (recordId !== undefined) parts.push(`(ID ${recordId})`);
  const hub = placeOf(values);
  if (hub !== undefined) parts.push(mask(hub));
  return parts.join(" ");
}

function placeOf(values: Declared | Stored): string | undefined {
  const { subdomain, id } = hubNamedIn(values);
  if (subdomain !== undefined) return `in hub "${subdomain}"`;
  return id === undefined ? undefined : `in the hub with the ID ${id}`;
}
