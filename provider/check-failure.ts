import type { Definition, Failure } from "./resources/define.ts";

/** A failed check as Pulumi shows it: at a property, or at the whole resource where the name is empty. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

export function checkFailure(definition: Definition, { path, reason, got }: Failure): CheckFailure {
  const [first = "", ...rest] = path;
  const name = rest.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`),
    String(first),
  );
  // Pulumi prints the value of a property that it is given: never one of a secret, and of a nested one only "<nil>".
  const isSecret = definition.properties[String(first)]?.secret === true;
  if (path.length === 1 && !isSecret) return { property: name, reason };
  const prefix = name === "" ? "" : `${name}: `;
  return { property: "", reason: `${prefix}${reason}${got === undefined ? "" : `; got ${got}`}` };
}
