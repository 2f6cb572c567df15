import type { Definition, Values } from "../../kinds/kind.ts";
import { adoptionKey } from "../../provider/lifecycle/state.ts";
import { markKey, secretMark } from "../../provider/marks.ts";
import { pointerKey, pointerTo } from "../../provider/pointer.ts";
import { isHub } from "../kinds.ts";
import { outputsOf } from "./declare.ts";
import type { LiveResource, Resource } from "./resource.ts";

export interface ImportOptions {
  /** Subdomains of the hubs that the program declares. */
  readonly hubs: ReadonlySet<string>;
  /**
   * `marked`: they are in the file, in plain text, for Pulumi to encrypt; for a file that is deleted at once. `omitted`:
   * they are in no file, and the first refresh brings them into the state, where the provider marks them.
   */
  readonly secrets: "marked" | "omitted";
}

/** The file for `pulumi import --file`: the only way that Pulumi has for dynamic resources. */
export const renderImportFile = (resources: readonly LiveResource[], options: ImportOptions): string =>
  `${JSON.stringify({ resources: resources.map((resource) => importEntry(resource, options)) }, null, 2)}\n`;

/** Subdomains of the hubs among the resources. */
export const declaredHubs = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(resources.filter(({ kind }) => isHub(kind)).map(({ hub }) => hub.subdomain));

export function importEntry(
  { definition, kind, name, id, hub, record, values }: LiveResource,
  options: ImportOptions,
): object {
  const own = isHub(kind) ? {} : { hub: options.hubs.has(hub.subdomain) ? hub : hub.subdomain };
  const inputs: Values = { ...own, ...values };
  // An import is an adoption. A file that is written again stays the same, so the resource names it.
  const adoption = isHub(kind) ? {} : { [adoptionKey]: name };
  const outputs = { ...outputsOf(definition, record, { hubId: hub.id, inputs }), ...adoption };
  const isMarked = options.secrets === "marked";
  const hide = (some: Values, stand: (property: string) => unknown): Values => ({
    ...Object.fromEntries(
      Object.entries(some).map(([property, value]) =>
        isSecret(definition, property) ? [property, isMarked ? marked(value) : stand(property)] : [property, value],
      ),
    ),
    [pointerKey]: pointerTo(kind),
  });
  return {
    type: `pulumi-nodejs:dynamic/statushub:${kind}`,
    name,
    id,
    inputs: hide(inputs, (property) => placeholder(definition, property, values)),
    // Declared and without a value: the first refresh fills it in.
    outputs: hide(outputs, () => null),
  };
}

const isSecret = ({ properties, outputs }: Definition, name: string) =>
  (properties[name] ?? outputs[name])?.secret === true;

/** A secret in the file, which Pulumi encrypts at once. */
const marked = (value: unknown) =>
  value === null ? null : { [markKey]: secretMark, plaintext: JSON.stringify(value) };

/** Texts of the forms that a required secret may have. */
const placeholders = ["secret@example.invalid", "https://example.invalid/secret", "0"];

/** Stands for a required input that is left out, in a form that the checks accept. */
function placeholder({ properties, rules = () => [] }: Definition, property: string, values: Values): unknown {
  if (!properties[property]?.required) return undefined;
  return placeholders.find((text) => rules({ ...values, [property]: text }, () => true).length === 0);
}
