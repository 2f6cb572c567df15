import { extname } from "node:path";
import { hubCalled } from "../../model/kinds/hub.ts";
import { kebab } from "../../model/kinds/kind.ts";
import type { Entry } from "../project/entry.ts";
import { isHub, isReferable, referencesIn, withReferences } from "../records.ts";
import { type Dialect, dialectOf, importPath, importWhole, prologue } from "./dialect.ts";
import type { ProgramResource } from "./resource.ts";
import { Code, construction, exportsOf, importOf, requireOf } from "./source.ts";

/** With more records of a hub, each kind gets its own file. */
const large = 60;

interface ModuleOptions {
  /** Each hub gets its own folder. */
  readonly folders: boolean;
  /** The file that Pulumi runs. */
  readonly entry: Pick<Entry, "path" | "isModule">;
}

/** Renders the program: the text of each file by its path. */
export function renderModules(resources: readonly ProgramResource[], options: ModuleOptions): Map<string, string> {
  const dialect = dialectOf(options.entry);
  const { entry, usesRequire } = dialect;
  const layout = layOut(resources, { ...options, entry });
  const used = usedRecords(resources);
  const byPath = Map.groupBy(resources, layout);
  const files = new Map(
    [...byPath].map(([path, own]) => [path, renderModule(path, own, { layout, used, resources, dialect })]),
  );
  if (files.has(entry)) return files;
  // The program is in other files, which the entry only has to load.
  const imports = [...files.keys()].map((path) => {
    const from = `"${importPath(entry, path, dialect)}"`;
    return usesRequire ? `require(${from});` : `import ${from};`;
  });
  return new Map([...files, [entry, `${[...prologue(dialect), ...imports].join("\n")}\n`]]);
}

type Layout = (resource: ProgramResource) => string;

function layOut(
  resources: readonly ProgramResource[],
  { folders, entry }: { readonly folders: boolean; readonly entry: string },
): Layout {
  const extension = extname(entry);
  const counts = new Map<string, number>();
  for (const { hub } of resources) counts.set(hub.subdomain, (counts.get(hub.subdomain) ?? 0) + 1);
  const isLarge = (subdomain: string) => (counts.get(subdomain) ?? 0) > large;
  // The entry can't export anything to other files, so either everything is in it or nothing.
  const isAnyLarge = [...counts.keys()].some(isLarge);
  return ({ kind, definition: { plural }, hub: { subdomain } }) => {
    const kinds = `${kebab(isHub(kind) ? kind : plural)}${extension}`;
    if (folders) return `${subdomain}/${isLarge(subdomain) ? kinds : `index${extension}`}`;
    return isAnyLarge ? kinds : entry;
  };
}

const keyOf = (hub: string, kind: string, id: unknown) => `${hub} ${kind} ${id}`;

/** The hubs and records that other resources refer to. */
function usedRecords(resources: readonly ProgramResource[]): Set<string> {
  const used = new Set<string>();
  for (const { kind, hub, declaredHub, servicesOf, definition, values } of resources) {
    for (const { kind: other, id } of referencesIn(definition, values)) used.add(keyOf(servicesOf, other, id));
    if (!isHub(kind) && typeof declaredHub !== "string") used.add(hub.subdomain);
  }
  return used;
}

interface ModuleContext {
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly used: ReadonlySet<string>;
  readonly resources: readonly ProgramResource[];
}

function renderModule(path: string, own: readonly ProgramResource[], context: ModuleContext): string {
  const references = createReferences(path, context);
  const statements = own.map((resource) => renderResource(path, resource, { ...context, references }));
  const holdsSecrets = own.some(({ secrets }) => secrets.length > 0);
  const { usesRequire } = context.dialect;
  const imports = [
    ...prologue(context.dialect),
    ...(holdsSecrets ? [importWhole("pulumi", "@pulumi/pulumi", context.dialect)] : []),
    importWhole("statushub", "pulumi-statushub", context.dialect),
    ...references.imports(),
  ];
  const exported = own.filter(({ kind }) => isReferable(kind)).map(({ variable }) => variable);
  const parts = [
    imports.join("\n"),
    ...(holdsSecrets ? ["const config = new pulumi.Config();"] : []),
    ...statements,
    ...(usesRequire && path !== context.dialect.entry && exported.length > 0 ? [exportsOf(exported)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

type References = ReturnType<typeof createReferences>;

/** Refers to hubs and records by their variables, if the program declares them. */
function createReferences(path: string, { layout, resources, dialect }: ModuleContext) {
  const hubs = new Map(resources.filter(({ kind }) => isHub(kind)).map((hub) => [hub.hub.subdomain, hub]));
  const records = new Map(resources.map((record) => [keyOf(record.hub.subdomain, record.kind, record.id), record]));
  const imported = new Map<string, Set<string>>();
  const refer = (target: ProgramResource) => {
    const file = layout(target);
    if (file !== path) imported.set(file, (imported.get(file) ?? new Set()).add(target.variable));
    return new Code(target.variable);
  };
  return {
    hub({ hub: { subdomain }, declaredHub }: ProgramResource): unknown {
      const hub = typeof declaredHub === "string" ? undefined : hubs.get(subdomain);
      return hub === undefined ? (declaredHub ?? hubCalled(subdomain)) : refer(hub);
    },
    record({ servicesOf }: ProgramResource, { kind, id }: { readonly kind: string; readonly id: unknown }): unknown {
      const record = records.get(keyOf(servicesOf, kind, id));
      return record === undefined ? id : refer(record);
    },
    /** The imports of the variables that were used so far. */
    imports(): string[] {
      const write = dialect.usesRequire ? requireOf : importOf;
      const byImportPath = new Map([...imported].map(([file, names]) => [importPath(path, file, dialect), names]));
      const paths = [...byImportPath.keys()].sort();
      return paths.map((from) => write([...(byImportPath.get(from) ?? [])].sort(byName), from));
    },
  };
}

const collator = new Intl.Collator("en", { numeric: true });
const byName = (one: string, other: string) => collator.compare(one, other);

function renderResource(
  path: string,
  resource: ProgramResource,
  { references, used, dialect }: ModuleContext & { references: References },
): string {
  const { kind, hub, id, name, values, secrets, definition, options } = resource;
  const isUsed = used.has(isHub(kind) ? hub.subdomain : keyOf(hub.subdomain, kind, id));
  // Exports of the entry would become stack outputs.
  const isExported = path !== dialect.entry && isReferable(kind);
  const declaration = declarationOf({ isExported, isUsed, dialect });
  const properties: Record<string, unknown> = isHub(kind) ? {} : { hub: references.hub(resource) };
  for (const property of [...Object.keys(definition.properties), "adopt"]) {
    const secret = secrets.find((candidate) => candidate.property === property);
    properties[property] = secret
      ? readSecret(secret, dialect)
      : withReferences(definition, [property, values[property]], (other) => references.record(resource, other));
  }
  const start = declaration === undefined ? "" : `${declaration} ${resource.variable} = `;
  return construction(`${start}new statushub.${kind}`, { name, properties, options });
}

/** How a resource gets its variable; undefined if it needs none. CommonJS exports it elsewhere. */
function declarationOf({
  isExported,
  isUsed,
  dialect,
}: {
  readonly isExported: boolean;
  readonly isUsed: boolean;
  readonly dialect: Dialect;
}): string | undefined {
  if (isExported && !dialect.usesRequire) return "export const";
  return isExported || isUsed ? "const" : undefined;
}

/** Methods of `pulumi.Config` that read a secret, by the type of its value. */
const readers: Readonly<Record<string, string>> = {
  string: "requireSecret",
  number: "requireSecretNumber",
  boolean: "requireSecretBoolean",
};

function readSecret({ key, value }: ProgramResource["secrets"][number], { isTyped }: Dialect): Code {
  const reader = readers[typeof value] ?? `requireSecretObject${isTyped ? "<Record<string, unknown>>" : ""}`;
  return new Code(`config.${reader}("${key}")`);
}
