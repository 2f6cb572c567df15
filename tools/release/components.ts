/** The parts that we use of a CycloneDX document, npm's list of all packages in `node_modules`. */
export interface ComponentList {
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly properties: readonly { readonly name: string }[];
}

const isDevelopment = ({ name }: { readonly name: string }) => name === "cdx:npm:package:development";

/** Reduces the list to what users get: what npm installs with the package, and what the notices say is in its files. */
export function shippedComponents(list: ComponentList, notices: string): ComponentList {
  const components = list.components
    .filter(
      ({ name, version, properties }) => !properties.some(isDevelopment) || notices.includes(`\n${name} ${version} (`),
    )
    .map((component) => ({ ...component, properties: component.properties.filter((one) => !isDevelopment(one)) }));
  const kept = new Set([list.metadata.component["bom-ref"], ...components.map((component) => component["bom-ref"])]);
  const dependencies = list.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => kept.has(name)) }));
  return { ...list, components, dependencies };
}
