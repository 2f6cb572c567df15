import { extname, posix } from "node:path";
import type { Dialect } from "./dialect.ts";
import { kebab } from "./names.ts";
import type { Resource } from "./resource.ts";
import { Code, construction, exportsOf, importOf, requireOf } from "./source.ts";

/** With more records than this, each kind has a file of its own. */
const large = 60;

export interface ModuleOptions {
  /** Each hub has a folder of its own. */
  readonly folders: boolean;
  readonly dialect: Dialect;
}

/** The program: the text of each file by its path. */
export function renderModules(resources: readonly Resource[], options: ModuleOptions): Map<string, string> {
  const { entry, usesRequire } = options.dialect;
  const layout = layOut(resources, options);
  const used = usedServices(resources);
  const byPath = Map.groupBy(resources, layout);
  const files = new Map(
    [...byPath].map(([path, own]) => [path, renderModule(path, own, { layout, used, resources, ...options })]),
  );
  if (files.has(entry)) return files;
  const imports = [...files.keys()]
    .map((path) => `"${importPath(entry, path, options.dialect)}"`)
    .map((path) => (usesRequire ? `require(${path});` : `import ${path};`));
  return new Map([...files, [entry, `${[...prologue(options.dialect), ...imports].join("\n")}\n`]]);
}

/** Node takes a CommonJS module that does not ask for it as sloppy. */
const prologue = ({ usesRequire }: Dialect) => (usesRequire ? ['"use strict";'] : []);

type Layout = (resource: Resource) => string;

function layOut(resources: readonly Resource[], { folders, dialect: { entry } }: ModuleOptions): Layout {
  const extension = extname(entry);
  const counts = new Map<string, number>();
  for (const { hub } of resources) counts.set(hub.subdomain, (counts.get(hub.subdomain) ?? 0) + 1);
  return ({ kind, hub: { subdomain } }) => {
    const isLarge = (counts.get(subdomain) ?? 0) > large;
    const kinds = `${kind === "Hub" ? "hub" : plural(kebab(kind))}${extension}`;
    if (folders) return `${subdomain}/${isLarge ? kinds : `index${extension}`}`;
    return isLarge ? kinds : entry;
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
  const { usesRequire } = around.dialect;
  const whole = (name: string, from: string) =>
    usesRequire ? `const ${name} = require("${from}");` : `import * as ${name} from "${from}";`;
  const imports = [
    ...prologue(around.dialect),
    ...(holdsSecrets ? [whole("pulumi", "@pulumi/pulumi")] : []),
    whole("statushub", "pulumi-statushub"),
    ...references.imports(),
  ];
  const exported = own.filter(isNamed).map(({ variable }) => variable);
  const parts = [
    imports.join("\n"),
    ...(holdsSecrets ? ["const config = new pulumi.Config();"] : []),
    ...statements,
    ...(usesRequire && path !== around.dialect.entry && exported.length > 0 ? [exportsOf(exported)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const isNamed = ({ kind }: Resource) => kind === "Hub" || kind === "Service";

export interface References {
  /** The hub of a resource: a variable where the program has it, else its subdomain. */
  hub(resource: Resource): unknown;
  /** A service by its id: a variable where the program has it, else the id. */
  service(resource: Resource, id: unknown): unknown;
  /** Lines that import what was named until now. */
  imports(): string[];
}

function createReferences(path: string, { layout, resources, dialect }: Surroundings): References {
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
    hub({ hub: { subdomain }, namesHub }) {
      const hub = namesHub ? undefined : hubs.get(subdomain);
      return hub === undefined ? subdomain : refer(hub);
    },
    service({ servicesOf }, id) {
      const service = services.get(serviceKey(servicesOf, id));
      return service === undefined ? id : refer(service);
    },
    imports: () =>
      [...imported]
        .map(([from, names]) => [importPath(path, from, dialect), [...names].sort(byName)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([from, names]) => (dialect.usesRequire ? requireOf : importOf)(names, from)),
  };
}

const collator = new Intl.Collator("en", { numeric: true });
const byName = (one: string, other: string) => collator.compare(one, other);

function importPath(from: string, to: string, { suffix }: Dialect): string {
  const path = posix.relative(posix.dirname(from), to).slice(0, -extname(to).length) + suffix;
  return path.startsWith(".") ? path : `./${path}`;
}

function renderResource(
  path: string,
  resource: Resource,
  { references, used, resources, dialect }: Surroundings & { references: References },
): string {
  const { kind, hub } = resource;
  const isUsed =
    kind === "Service"
      ? used.has(serviceKey(hub.subdomain, resource.id))
      : kind === "Hub" && resources.some((other) => refersToHub(other) && other.hub.subdomain === hub.subdomain);
  // What the entry exports would be outputs of the stack.
  const isExported = path !== dialect.entry && isNamed(resource);
  const declaration = isExported && !dialect.usesRequire ? "export const" : isExported || isUsed ? "const" : undefined;
  return renderStatement(resource, { references, declaration, dialect });
}

const refersToHub = ({ kind, namesHub }: Resource) => kind !== "Hub" && !namesHub;

export interface StatementOptions {
  readonly references: Pick<References, "hub" | "service">;
  /** How the variable is declared that holds it. @default it is in none */
  readonly declaration?: "const" | "export const" | undefined;
  readonly dialect: Dialect;
}

/** The statement that declares a resource. */
export function renderStatement(resource: Resource, { references, declaration, dialect }: StatementOptions): string {
  const { kind, name, values, secrets, definition, options } = resource;
  const properties: Record<string, unknown> = kind === "Hub" ? {} : { hub: references.hub(resource) };
  for (const property of [...Object.keys(definition.properties), "adopt"]) {
    const secret = secrets.find((candidate) => candidate.property === property);
    properties[property] = secret
      ? readSecret(secret, dialect)
      : withReferences(property, values[property], (id) => references.service(resource, id));
  }
  const start = declaration === undefined ? "" : `${declaration} ${resource.variable} = `;
  return construction(`${start}new statushub.${kind}`, { name, properties, options });
}

/** What reads a secret of a type that is not an object. */
const readers: Readonly<Record<string, string>> = {
  string: "requireSecret",
  number: "requireSecretNumber",
  boolean: "requireSecretBoolean",
};

function readSecret({ key, value }: Resource["secrets"][number], { isTyped }: Dialect): Code {
  const reader = readers[typeof value] ?? `requireSecretObject${isTyped ? "<Record<string, unknown>>" : ""}`;
  return new Code(`config.${reader}("${key}")`);
}

function withReferences(property: string, value: unknown, service: (id: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (property === "services") return value.map(service);
  if (property === "serviceStatuses") return value.map((item) => ({ ...item, service: service(item.service) }));
  return value;
}
