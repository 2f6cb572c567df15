import type { Declared, Stored } from "../../../api/form.ts";
import type { Definition } from "../../../kinds/kind.ts";

export function secretsIn({ properties, outputs }: Definition, values: Declared | Stored): string[] {
  const secrets = Object.entries({ ...properties, ...outputs }).filter(([, { secret }]) => secret);
  return secrets.flatMap(([name]) => textsIn(values[name]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return String(value).trim() === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
