import { posix } from "node:path";
import { kebab } from "./names.ts";
import type { Resource } from "./resource.ts";
import { Code, construction, importOf } from "./source.ts";

/** With more records than this, each kind has a file of its own. */
const large = 60;

const entry = "index.ts";

export interface ModuleOptions {
  /** Each hub has a folder of its own. */
  readonly folders: boolean;
  /** What ends the name of an imported module: `.ts` in an ES module, nothing in CommonJS. */
  readonly extension: string;
}

/** The program: the text of each file by its path. */
export function renderModules(resources: readonly Resource[], options: ModuleOptions): Map<string, string> {
  const layout = layOut(resources, options);
  const used = usedServices(resources);
  const byPath = Map.groupBy(resources, layout);
  const files = new Map(
    [...byPath].map(([path, own]) => [path, renderModule(path, own, { layout, used, resources, ...options })]),
  );
  if (files.has(entry)) return files;
  const imports = [...files.keys()].map((path) => `import "${importPath(entry, path, options.extension)}";`);
  return new Map([...files, [entry, `${imports.join("\n")}\n`]]);
}

type Layout = (resource: Resource) => string;

function layOut(resources: readonly Resource[], { folders }: ModuleOptions): Layout {
  const counts = new Map<string, number>();
  for (const { hub } of resources) counts.set(hub.subdomain, (counts.get(hub.subdomain) ?? 0) + 1);
  return ({ kind, hub: { subdomain } }) => {
    const isLarge = (counts.get(subdomain) ?? 0) > large;
    const file = !isLarge ? entry : kind === "Hub" ? "hub.ts" : `${plural(kebab(kind))}.ts`;
    return folders ? `${subdomain}/${file}` : file;
  };
}

const plural = (word: string) => `${word}s`;

const serviceKey = (hub: string, id: unknown) => `${hub} ${id}`;

/** The services that some other resource names. */
function usedServices(resources: readonly Resource[]): Set<string> {
  const used = new Set<string>();
  for (const { servicesOf, values } of resources) {
    for (const id of namedServices(values)) used.add(serviceKey(servicesOf, id));
  }
  return used;
}

function namedServices({ services, serviceStatuses }: Resource["values"]): unknown[] {
  const statuses = Array.isArray(serviceStatuses) ? serviceStatuses : [];
  return [
    ...(Array.isArray(services) ? services : []),
    ...statuses.map(({ service }: { service: unknown }) => service),
  ];
}

interface Surroundings extends ModuleOptions {
  readonly layout: Layout;
  readonly used: ReadonlySet<string>;
  readonly resources: readonly Resource[];
}

function renderModule(path: string, own: readonly Resource[], around: Surroundings): string {
  const references = createReferences(path, around);
  const statements = own.map((resource) => renderResource(path, resource, { ...around, references }));
  const holdsSecrets = own.some(({ secrets }) => secrets.length > 0);
  const imports = [
    ...(holdsSecrets ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as statushub from "pulumi-statushub";',
    ...references.imports(),
  ];
  const parts = [imports.join("\n"), ...(holdsSecrets ? ["const config = new pulumi.Config();"] : []), ...statements];
  return `${parts.join("\n\n")}\n`;
}

export interface References {
  /** The hub of a resource: a variable where the program has it, else its subdomain. */
  hub(resource: Resource): unknown;
  /** A service by its id: a variable where the program has it, else the id. */
  service(resource: Resource, id: unknown): unknown;
  /** Lines that import what was named until now. */
  imports(): string[];
}

function createReferences(path: string, { layout, resources, extension }: Surroundings): References {
  const hubs = new Map(resources.filter(({ kind }) => kind === "Hub").map((hub) => [hub.hub.subdomain, hub]));
  const services = new Map(
    resources
      .filter(({ kind }) => kind === "Service")
      .map((service) => [serviceKey(service.hub.subdomain, service.id), service]),
  );
  const imported = new Map<string, Set<string>>();
  const refer = (target: Resource) => {
    const from = layout(target);
    if (from !== path) imported.set(from, (imported.get(from) ?? new Set()).add(target.variable));
    return new Code(target.variable);
  };
  return {
    hub({ hub: { subdomain } }) {
      const hub = hubs.get(subdomain);
      return hub === undefined ? subdomain : refer(hub);
    },
    service({ servicesOf }, id) {
      const service = services.get(serviceKey(servicesOf, id));
      return service === undefined ? id : refer(service);
    },
    imports: () =>
      [...imported]
        .map(([from, names]) => [importPath(path, from, extension), [...names].sort(byName)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([from, names]) => importOf(names, from)),
  };
}

const collator = new Intl.Collator("en", { numeric: true });
const byName = (one: string, other: string) => collator.compare(one, other);

function importPath(from: string, to: string, extension: string): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, extension);
  return path.startsWith(".") ? path : `./${path}`;
}

function renderResource(
  path: string,
  resource: Resource,
  { references, used, resources }: Surroundings & { references: References },
): string {
  const { kind, hub } = resource;
  const isUsed =
    kind === "Service"
      ? used.has(serviceKey(hub.subdomain, resource.id))
      : kind === "Hub" && resources.some((other) => other.kind !== "Hub" && other.hub.subdomain === hub.subdomain);
  const isNamed = kind === "Hub" || kind === "Service";
  // What the entry exports would be outputs of the stack.
  const declaration = path !== entry && isNamed ? "export const" : isUsed ? "const" : undefined;
  return renderStatement(resource, references, declaration);
}

/** The statement that declares a resource, and the variable that holds it where one is wanted. */
export function renderStatement(
  resource: Resource,
  references: Pick<References, "hub" | "service">,
  declaration?: "const" | "export const",
): string {
  const { kind, name, values, secrets, definition } = resource;
  const properties: Record<string, unknown> = kind === "Hub" ? {} : { hub: references.hub(resource) };
  for (const property of Object.keys(definition.properties)) {
    const secret = secrets.find((candidate) => candidate.property === property);
    properties[property] = secret
      ? readSecret(secret)
      : withReferences(property, values[property], (id) => references.service(resource, id));
  }
  const start = declaration === undefined ? "" : `${declaration} ${resource.variable} = `;
  return construction(`${start}new statushub.${kind}`, name, properties);
}

function readSecret({ key, value }: Resource["secrets"][number]): Code {
  const isText = typeof value === "string";
  return new Code(`config.${isText ? "requireSecret" : "requireSecretObject<Record<string, unknown>>"}("${key}")`);
}

function withReferences(property: string, value: unknown, service: (id: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (property === "services") return value.map(service);
  if (property === "serviceStatuses") return value.map((item) => ({ ...item, service: service(item.service) }));
  return value;
}
