import { createHash } from "node:crypto";
import type { Declared, Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { adoptionKey } from "../../provider/lifecycle/forms/state.ts";
import { storedAfterWrite, unsent } from "../../provider/lifecycle/forms/stored.ts";
import { hubCalled } from "../../provider/lifecycle/record/hub.ts";
import { markKey, secretMark } from "../../provider/mark-keys.ts";
import { pointerKey, pointerTo } from "../../provider/pointer.ts";
import { dynamicTypeOf } from "../../provider/resource-type.ts";
import { isHub } from "../records.ts";
import type { LiveResource, Resource } from "./resource.ts";

/** The resource that a record becomes, or a component with such resources. */
export interface NewResource {
  readonly type: string;
  readonly name: string;
  /** URN of its component. @default the stack */
  readonly parent?: string | undefined;
}

export interface NewResources {
  readonly records: ReadonlyMap<Resource, NewResource>;
  /** The components that aren't in the state yet, by URN. */
  readonly components: ReadonlyMap<string, NewResource>;
}

/** The programs that we write have resources of the dynamic provider, in no component. */
const newResourceFor = (resource: Resource, created?: NewResources): NewResource =>
  created?.records.get(resource) ?? { type: dynamicTypeOf(resource.kind), name: resource.name };

export interface ImportOptions {
  /** Subdomains of the hubs that the program declares. */
  readonly hubs: ReadonlySet<string>;
  /**
   * `marked` writes them in plain text for Pulumi to encrypt, which needs a file that is deleted right after the import.
   * `omitted` leaves them to the first refresh, where the provider marks them.
   */
  readonly secrets: "marked" | "omitted";
  /** @default those in a program that we write */
  readonly created?: NewResources | undefined;
}

/**
 * Renders the file for `pulumi import --file`, the only import that works with dynamic resources. Components have their URN as
 * name in the file, because a record may have the same name.
 */
export function renderImportFile(resources: readonly LiveResource[], options: ImportOptions): string {
  const { components = new Map<string, NewResource>(), records = new Map<Resource, NewResource>() } =
    options.created ?? {};
  const parents = [...components.values(), ...records.values()].flatMap(({ parent }) => parent ?? []);
  const known = new Set(parents.filter((urn) => !components.has(urn)));
  const file = {
    ...(known.size > 0 && { nameTable: Object.fromEntries([...known].map((urn) => [urn, urn])) }),
    resources: [
      ...[...components].map(([urn, { name, ...rest }]) => ({
        ...rest,
        name: urn,
        logicalName: name,
        component: true,
      })),
      ...resources.map((resource) => importEntry(resource, options)),
    ],
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export const declaredHubs = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(resources.filter(({ kind }) => isHub(kind)).map(({ hub }) => hub.subdomain));

export function importEntry(resource: LiveResource, options: ImportOptions) {
  const { definition, kind, id, hub, hubCreatedAt, record, values } = resource;
  const newResource = newResourceFor(resource, options.created);
  const own = isHub(kind) ? {} : { hub: options.hubs.has(hub.subdomain) ? hub : hubCalled(hub.subdomain) };
  const inputs: Declared = { ...own, ...values };
  const adoption = isHub(kind) ? {} : { [adoptionKey]: markOf([newResource, hub.id, id]) };
  const createdAt = typeof hubCreatedAt === "string" ? hubCreatedAt : undefined;
  const response = { definition, collection: { hub: { id: hub.id, createdAt } } };
  const { stored } = storedAfterWrite(response, { stored: {}, live: record, sent: unsent }, inputs);
  const isMarked = options.secrets === "marked";
  const hide = (some: Declared | Stored, stand: (property: string) => unknown) => ({
    ...Object.fromEntries(
      Object.entries(some).map(([property, value]) =>
        isSecret(definition, property) ? [property, isMarked ? marked(value) : stand(property)] : [property, value],
      ),
    ),
    ...(newResource.type === dynamicTypeOf(kind) && { [pointerKey]: pointerTo(kind) }),
  });
  return {
    ...newResource,
    id,
    inputs: hide(inputs, (property) => placeholder(definition, property, values)),
    // Null, so that the first refresh fills in the value.
    outputs: hide({ ...stored, ...adoption }, () => null),
  };
}

/** An import is an adoption, and its mark follows from the resource, so that two exports of a page don't differ. */
const markOf = (resource: unknown): string =>
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
