import { type Definition, isAdoptOnly, nounOf } from "../../model/kinds/kind.ts";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import {
  capitalized,
  givenOnPage,
  groupedKind,
  groupIdDoc,
  nounsOf,
  sectionsOf,
  withArticle,
} from "./documentation.ts";
import { anything, type ObjectSpec, type PropertySpec, type ResourceSpec, refTo, resourceRef } from "./spec.ts";

/*
 * Describes the component `StatusPage` in the schema of the package.
 */

/** Returns the component, and the types of the records on a page. */
export function pageSpecs(
  definitions: readonly Definition[],
  resources: Readonly<Record<string, ResourceSpec>>,
): { component: ResourceSpec; types: Record<string, ObjectSpec> } {
  const grouped = groupedKind(definitions);
  const sections = sectionsOf(definitions);
  const records = definitions.map((definition) => [
    nativeTypeOf(`Page${definition.kind}`),
    recordSpec(definition, resources[nativeTypeOf(definition.kind)]),
  ]);
  const inputProperties: Record<string, PropertySpec> = {
    file: {
      type: "string",
      description:
        "File that describes the whole page, in YAML or JSON, relative to the folder of the program. Instead of all other properties.",
    },
    hub: {
      oneOf: [resourceRef("Hub"), refTo("PageHub")],
      description: "The hub, or a `Hub` that the program already has.",
    },
    groups: { ...byKey("PageGroup"), description: "The groups of services. Their keys don't affect resources." },
    ...Object.fromEntries(
      sections.map((definition) => [
        definition.plural,
        {
          ...byKey(`Page${definition.kind}`),
          description: `${capitalized(nounsOf(definition))}, by the keys that become their logical names.`,
        },
      ]),
    ),
  };
  const ids = [grouped, ...sections].map((definition): [string, PropertySpec] => [
    `${definition.plural.replace(/s$/, "")}Ids`,
    {
      type: "object",
      additionalProperties: { type: "string" },
      description: `IDs of the ${nounsOf(definition)} in the API, by their keys.`,
    },
  ]);
  const properties = {
    hubId: { type: "string", description: "ID of the hub in the API." },
    ...Object.fromEntries(ids),
  };
  const component: ResourceSpec = {
    isComponent: true,
    description,
    properties,
    required: Object.keys(properties),
    inputProperties,
    requiredInputs: [],
  };
  const types = { ...Object.fromEntries(records), [nativeTypeOf("PageGroup")]: groupSpec(grouped) };
  return { component, types };
}

const description = `A whole status page from one description: a hub with its groups of services, templates, subscriptions and maintenances. Describe it in a file, or in the program.

The keys of the description become logical names, \`<page>-<key>\`. Templates, subscriptions and maintenances refer to services by their keys. Services are protected unless the page has \`protect: false\`.`;

const byKey = (name: string) => ({ type: "object", additionalProperties: refTo(name) });

const groupSpec = (grouped: Definition): ObjectSpec => ({
  type: "object",
  description: `A group of ${nounsOf(grouped)}.`,
  properties: {
    id: { type: "integer", description: groupIdDoc(grouped) },
    [grouped.plural]: {
      ...byKey(`Page${grouped.kind}`),
      description: `The ${nounsOf(grouped)}, by keys that are unique on the page and not just digits.`,
    },
  },
  required: ["id"],
});

/** Returns the type of a record: its inputs, except those that follow from its place on the page. */
function recordSpec(definition: Definition, resource: ResourceSpec | undefined): ObjectSpec {
  const isOwn = (name: string) => !givenOnPage(definition).includes(name);
  const inputs = Object.entries(resource?.inputProperties ?? {}).filter(([name]) => isOwn(name));
  // The checks of the records mark secrets, and know what replaces them.
  const properties = inputs.map(([name, { secret: _, willReplaceOnChanges: __, ...property }]) => {
    const refersToServices = definition.properties[name]?.type.references !== undefined;
    return [name, refersToServices ? { ...anything, description: `${property.description}\n\n${byItsKey}` } : property];
  });
  return {
    type: "object",
    description: `${capitalized(withArticle(nounOf(definition)))} of a page.`,
    properties: {
      ...Object.fromEntries(properties),
      ...(!isAdoptOnly(definition) && { was: formerKey }),
    },
    required: (resource?.requiredInputs ?? []).filter(isOwn),
  };
}

const byItsKey = "On a page, name its services by their keys.";

const formerKey: PropertySpec = {
  type: "string",
  description:
    "The key that this record had before. The next `up` moves the record to its new key, without a request. You can remove it once every stack has been updated.",
};
