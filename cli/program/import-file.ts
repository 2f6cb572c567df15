import { createHash } from "node:crypto";
import type { Declared, Stored } from "../../model/api/form.ts";
import { hubCalled } from "../../model/kinds/hub.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { markKey, secretMark } from "../../model/pulumi/mark-keys.ts";
import { pointerKey, pointerTo } from "../../model/pulumi/pointer.ts";
import { dynamicTypeOf } from "../../model/pulumi/resource-type.ts";
import { stateOf } from "../../provider/inspect.ts";
import { isHub } from "../records.ts";
import type { LiveResource, ProgramResource } from "./resource.ts";

export interface ImportOptions {
  /** Subdomains of the hubs that the program declares. */
  readonly hubs: ReadonlySet<string>;
  /**
   * `marked` writes them in plain text for Pulumi to encrypt, so the file must end with the import.
   * `omitted` leaves them to the first refresh, where the provider marks them.
   */
  readonly secrets: "marked" | "omitted";
}

/** Renders the file for `pulumi import --file`, the only import that works with dynamic resources. */
export function renderImportFile(resources: readonly LiveResource[], options: ImportOptions): string {
  const file = { resources: resources.map((resource) => importEntry(resource, options)) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export const declaredHubs = (resources: readonly ProgramResource[]): ReadonlySet<string> =>
  new Set(resources.filter(({ kind }) => isHub(kind)).map(({ hub }) => hub.subdomain));

export function importEntry(resource: LiveResource, { hubs, secrets }: ImportOptions) {
  const { definition, kind, name, id, hub, record, values } = resource;
  const identity = { type: dynamicTypeOf(kind), name };
  const inputs: Declared = { ...declaredHubOf(resource, hubs), ...values };
  const stored = stateOf(definition, {
    hub: { id: hub.id, createdAt: textOrUndefined(resource.hubCreatedAt) },
    live: record,
    declared: inputs,
    owner: isHub(kind) ? undefined : ownerOf([identity, hub.id, id]),
  });
  const areMarked = secrets === "marked";
  const secretInput = (property: string, value: unknown) =>
    areMarked ? marked(value) : placeholder(definition, property, values);
  // Null, so that the first refresh fills in the value.
  const secretOutput = (_: string, value: unknown) => (areMarked ? marked(value) : null);
  return {
    ...identity,
    id,
    inputs: withPointer(kind, replaceSecrets(definition, inputs, secretInput)),
    outputs: withPointer(kind, replaceSecrets(definition, stored, secretOutput)),
  };
}

/** A hub belongs to no hub. */
function declaredHubOf({ kind, hub }: LiveResource, declared: ReadonlySet<string>): Declared {
  if (isHub(kind)) return {};
  return { hub: declared.has(hub.subdomain) ? hub : hubCalled(hub.subdomain) };
}

const textOrUndefined = (value: unknown) => (typeof value === "string" ? value : undefined);

const withPointer = (kind: string, values: Readonly<Record<string, unknown>>) => ({
  ...values,
  [pointerKey]: pointerTo(kind),
});

const replaceSecrets = (
  definition: Definition,
  values: Declared | Stored,
  replace: (property: string, value: unknown) => unknown,
) =>
  Object.fromEntries(
    Object.entries(values).map(([property, value]) => [
      property,
      isSecret(definition, property) ? replace(property, value) : value,
    ]),
  );

/** The name of a resource follows from it, so that two files of a page don't differ. */
const ownerOf = (resource: unknown): string =>
  createHash("sha256").update(JSON.stringify(resource)).digest("base64url").slice(0, 8);

const isSecret = ({ properties, outputs }: Definition, name: string) =>
  (properties[name] ?? outputs[name])?.secret === true;

/** A secret in the form that Pulumi encrypts during the import. */
const marked = (value: unknown) =>
  value === null ? null : { [markKey]: secretMark, plaintext: JSON.stringify(value) };

/** Placeholders in the different forms that a required secret may have. */
const placeholders = ["secret@example.invalid", "https://example.invalid/secret", "0"];

/** Chooses a placeholder that the checks accept, if the input is required. */
function placeholder({ properties, rules = () => [] }: Definition, property: string, values: Declared): unknown {
  if (!properties[property]?.required) return undefined;
  return placeholders.find((text) => rules({ ...values, [property]: text }, () => true).length === 0);
}
