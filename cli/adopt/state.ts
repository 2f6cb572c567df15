import type { Declared } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { dynamicTypeOf, isDefaultProvider, isStack, nameIn } from "../../model/pulumi/resource-type.ts";
import { advise } from "../advice.ts";
import { stackUnfinished } from "../errors/adopt.ts";
import { recordKey } from "../program/names.ts";
import { runPreview } from "../project/pulumi-preview.ts";
import { identify, type StackRecord, stackRecord, stackRecords } from "../project/record.ts";
import {
  configIn,
  type ExportedResource,
  exportStack,
  holdsSecret,
  inClear,
  mustShowSecrets,
  type Stack,
  showConfig,
} from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { plural } from "../terminal/output.ts";

/** A record that the program of a stack can declare, with what the state says about it. */
export interface DeclarableRecord extends StackRecord {
  readonly definition: Definition;
  /** For a connected hub: ID of its primary hub. */
  readonly parentId: string | undefined;
  readonly inputs: Declared;
  /** The inputs that are secret in the state. */
  readonly secretInputs: ReadonlySet<string>;
  /** Resource options that the program has to repeat. */
  readonly options: Declared;
  /** No `pulumi up` has declared it since its import, so its protection isn't the program's. */
  readonly isOnlyImported: boolean;
}

/** The resources in the state of a stack. */
export interface KnownState {
  readonly records: readonly DeclarableRecord[];
  /** Every record that the stack manages, also those that adopt can't declare. */
  readonly managed: readonly StackRecord[];
  /** Records that the program only looks up. */
  readonly lookups: readonly { readonly kind: string; readonly name: string }[];
  /** Resources that adopt can't declare: of other packages, in components, or with an explicit provider. */
  readonly others: readonly string[];
  readonly outputs: readonly string[];
}

export const namesById = (records: readonly StackRecord[]): Map<string, string> =>
  new Map(records.flatMap(({ kind, ids, name }) => ids.map((id) => [recordKey(kind, id), name])));

/** Options that the state stores in the form that programs use. */
const repeatedOptions = ["protect", "retainOnDelete", "ignoreChanges", "replaceOnChanges"];

/**
 * Adds the protection that the program declares for records whose import only the state knows: an import protects every
 * record, so the state can't tell. A program that fails might protect all of them.
 */
export async function withDeclaredProtection(stack: Stack, state: KnownState): Promise<KnownState> {
  if (!state.records.some(({ isOnlyImported }) => isOnlyImported)) return state;
  const isProtected = await findProtected(stack);
  const records = state.records.map((record) =>
    record.isOnlyImported && isProtected(record)
      ? { ...record, options: { ...record.options, protect: true } }
      : record,
  );
  return { ...state, records };
}

async function findProtected(stack: Stack): Promise<(record: DeclarableRecord) => boolean> {
  try {
    const steps = await runPreview(stack, { refresh: false, sames: true });
    const urns = new Set(steps.filter(({ newState }) => newState?.protect).map(({ urn }) => urn));
    return ({ urn }) => urns.has(urn);
  } catch (error) {
    if (error instanceof CommandError) return () => true;
    throw error;
  }
}

/**
 * Reads the state of a stack. It contains secrets in plain text, which must not reach a file or a stream.
 *
 * @throws CommandError if the stack is in the middle of a create or a replacement: it would get a record twice, or delete it
 */
export async function readKnownState(stack: Stack): Promise<KnownState> {
  const { resources = [], pending_operations: operations } = (await exportStack(stack)).deployment;
  const creating = (operations ?? []).filter(({ type }) => type === "creating").map(({ resource }) => resource);
  const replaced = resources.filter((each) => each.delete);
  const unfinished = [...creating, ...replaced];
  if (unfinished.length === 0) return sortState(resources);
  const where = { stack: stack.name, cwd: stack.cwd };
  // A create may have made a record that only `recover` finds.
  const command =
    creating.length > 0 ? advise("npx pulumi-statushub", ["recover"], where) : advise("pulumi", ["up"], where);
  const names = unfinished.slice(0, 3).map(nameOf).join(", ");
  throw new CommandError(stackUnfinished({ count: plural(unfinished.length, "resource"), resources: names, command }));
}

export function sortState(resources: readonly ExportedResource[]): KnownState {
  const isOfPulumi = ({ type }: ExportedResource) => /^pulumi:(pulumi|providers):/.test(type);
  const own = resources.filter((resource) => !isOfPulumi(resource));
  const lookups = own.filter(({ external }) => external);
  const managed = own.filter(({ external }) => !external);
  const stack = resources.find(({ urn }) => isStack(urn));
  return {
    records: managed.flatMap((resource) => declarable(resource) ?? []),
    managed: stackRecords(managed),
    lookups: lookups.map(({ type, urn }) => identify(urn) ?? { kind: type, name: nameIn(urn) }),
    others: managed.filter((resource) => declarable(resource) === undefined).map(nameOf),
    outputs: Object.keys(stack?.outputs ?? {}),
  };
}

const nameOf = ({ type, urn }: ExportedResource) => `${identify(urn)?.kind ?? type} ${nameIn(urn)}`;

/** Returns undefined for what an adopted program can't declare: it uses the dynamic provider by default, and no components. */
function declarable(resource: ExportedResource): DeclarableRecord | undefined {
  const record = stackRecord(resource);
  const definition = definitions[record?.kind ?? ""];
  if (record === undefined || definition === undefined) return undefined;
  const isDynamic = resource.type === dynamicTypeOf(record.kind);
  const isInComponent = record.parent !== "" && !isStack(record.parent);
  if (!isDynamic || isInComponent || !isDefaultProvider(record.provider)) return undefined;
  // These inputs are Pulumi's and our own.
  const { __provider, deleted: _, ...declared } = resource.inputs ?? {};
  const secretInputs = Object.keys(declared).filter((name) => holdsSecret(declared[name]));
  // The program would need the type of the object to read it from the configuration.
  const isUnreadable = (name: string) =>
    !definition.properties[name]?.secret && typeof inClear(declared[name]) === "object";
  if (secretInputs.some(isUnreadable)) return undefined;
  const parentId = resource.outputs?.parentId;
  const isOnlyImported = resource.propertyDependencies === undefined;
  return {
    ...record,
    definition,
    parentId: typeof parentId === "number" ? String(parentId) : undefined,
    inputs: inClear(declared) as Declared,
    secretInputs: new Set(secretInputs),
    options: optionsOf(resource, isOnlyImported),
    isOnlyImported,
  };
}

/** An import protects every record, whatever the program says. */
function optionsOf(resource: ExportedResource, isOnlyImported: boolean): Declared {
  const names = isOnlyImported ? repeatedOptions.filter((name) => name !== "protect") : repeatedOptions;
  const isSet = (value: unknown) => value !== false && value !== null;
  const options = Object.entries(resource).filter(([name, value]) => names.includes(name) && isSet(value));
  return Object.fromEntries(options);
}

/** Reads the stack configuration in the namespace of the project, with its secrets in plain text. */
export async function readSettings(stack: Stack): Promise<Map<string, string>> {
  const settings = configIn(
    await mustShowSecrets(stack, showConfig, { purpose: "read the configuration of the stack" }),
  );
  const prefix = `${stack.project.name}:`;
  const own = [...settings].filter(([key]) => key.startsWith(prefix));
  return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
}
