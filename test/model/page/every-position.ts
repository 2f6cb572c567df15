import definition from "../../../model/page/page.schema.json" with { type: "json" };
import type { Schema } from "../../../model/page/schema.ts";

const schema: Schema = definition;

/** A place on a page at which a file may name a value from the stack configuration. */
export interface Position {
  readonly name: string;
  readonly text: string;
  /** The resource that gets it, and the property that contains it. */
  readonly resource: string;
  readonly property: string;
}

/** Values that the API accepts, by property. All other texts name their position. */
const known: Readonly<Record<string, string>> = {
  subdomain: "zq-acme",
  productUrl: "https://product.example/zq",
  id: "3",
  method: "webhook",
  address: "https://hooks.example/zq",
  configuration: '{"token":"zq-token"}',
  subscriberId: "1",
  startTime: "2031-03-07T01:23:45Z",
  endTime: "2031-03-07T02:34:56Z",
  endOn: "2033-04-05T06:07:08Z",
  interval: "weekly",
  enabledDays: "friday",
  duration: "4817",
  offsetInMin: "-3917",
  offsetType: "start",
};

/**
 * A page, called `page`, that takes as many values as possible from the stack configuration, and that configuration.
 */
export function everyPosition(without: readonly string[] = []): { page: object; positions: readonly Position[] } {
  const positions: Position[] = [];
  // An ID can't be a secret.
  const left = new Set(["$schema", "adopt", ...without]);

  const valueFor = (part: Schema, path: readonly string[]): unknown => {
    const alternatives = alternativesOf(part);
    const [form = {}] = alternatives;
    if (alternatives.some(({ $ref }) => $ref === "#/$defs/Config")) {
      const name = path.join("-");
      const text = known[path.at(-1) ?? ""] ?? form.enum?.[0] ?? (form.type === "boolean" ? "true" : `zq ${name}`);
      positions.push({ name, text, ...ownerOf(path) });
      return { config: name };
    }
    if (form.type === "array") return [valueFor(form.items ?? {}, [...path, "0"])];
    if (form.type !== "object") return form.enum?.[0];
    const { properties, additionalProperties } = form;
    const entries =
      properties === undefined && typeof additionalProperties === "object"
        ? [["shop", additionalProperties] as const]
        : Object.entries(properties ?? {}).filter(([name]) => !left.has(name));
    return Object.fromEntries(entries.map(([name, each]) => [name, valueFor(each, [...path, name])]));
  };
  return { page: valueFor(schema, []) as object, positions };
}

/** The page has one record of each kind, whose key is `shop`. */
function ownerOf([section = "", ...path]: readonly string[]): Pick<Position, "resource" | "property"> {
  if (section === "hub") return { resource: "Hub page", property: path[0] ?? "" };
  if (section === "groups") return { resource: "Service page-shop", property: path[3] ?? "groupId" };
  const kind = section.slice(0, 1).toUpperCase() + section.slice(1, -1);
  return { resource: `${kind} page-shop`, property: path[1] ?? "" };
}

function alternativesOf(part: Schema): readonly Schema[] {
  const name = part.$ref?.replace("#/$defs/", "") ?? "";
  const named = name.endsWith("Config") ? undefined : schema.$defs?.[name];
  return part.anyOf?.flatMap(alternativesOf) ?? (named === undefined ? [part] : alternativesOf(named));
}
