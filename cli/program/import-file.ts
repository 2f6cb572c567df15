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

export function importEntry(resource: LiveResource, options: ImportOptions) {
  const { definition, kind, id, hub, hubCreatedAt, record, values } = resource;
  const identity = { type: dynamicTypeOf(kind), name: resource.name };
  const own = isHub(kind) ? {} : { hub: options.hubs.has(hub.subdomain) ? hub : hubCalled(hub.subdomain) };
  const inputs: Declared = { ...own, ...values };
  const owner = isHub(kind) ? undefined : ownerOf([identity, hub.id, id]);
  const createdAt = typeof hubCreatedAt === "string" ? hubCreatedAt : undefined;
  const stored = stateOf(definition, { hub: { id: hub.id, createdAt }, live: record, declared: inputs, owner });
  const isMarked = options.secrets === "marked";
  const hide = (some: Declared | Stored, stand: (property: string) => unknown) => ({
    ...Object.fromEntries(
      Object.entries(some).map(([property, value]) =>
        isSecret(definition, property) ? [property, isMarked ? marked(value) : stand(property)] : [property, value],
      ),
    ),
    [pointerKey]: pointerTo(kind),
  });
  return {
    ...identity,
    id,
    inputs: hide(inputs, (property) => placeholder(definition, property, values)),
    // Null, so that the first refresh fills in the value.
    outputs: hide(stored, () => null),
  };
}

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
