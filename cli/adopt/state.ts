import { replacementPending } from "../../errors/command.ts";
import { definitions } from "../../kinds/index.ts";
import type { Values } from "../../kinds/kind.ts";
import { isHub } from "../kinds.ts";
import { type ExportedResource, exportState, holdsSecret, inClear } from "../project/exported.ts";
import type { Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { plural } from "../terminal/paint.ts";

/** A record that a stack owns, as the stack declares it. */
export interface KnownRecord {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  /** ID of its hub. */
  readonly hubId: string;
  /** Of a connected hub: ID of its primary hub. */
  readonly parentId: string | undefined;
  readonly inputs: Values;
  /** The inputs that are secret in the state. */
  readonly secret: ReadonlySet<string>;
  /** Options that a program has to repeat. */
  readonly options: Values;
  /** The last `pulumi up` has left something to do. */
  readonly isUnfinished: boolean;
}

/** What the state of a stack holds. */
export interface KnownState {
  readonly records: readonly KnownRecord[];
  /** Records that the program only reads. */
  readonly lookUps: readonly { readonly kind: string; readonly name: string }[];
  /** Resources that no program written by adopt could declare: of other packages, in components, with providers of their own. */
  readonly others: readonly string[];
  /** Names of the outputs of the stack. */
  readonly outputs: readonly string[];
}

/** Options that the state keeps in the form in which a program declares them. */
const repeatedOptions = ["protect", "retainOnDelete", "ignoreChanges", "replaceOnChanges"];

/**
 * What the state of a stack holds, with its secrets in plain text: they must reach no file and no stream.
 *
 * @throws CommandError where the stack is in the middle of a replacement
 */
export const readState = async (stack: Stack): Promise<KnownState> => sortState(await exportState(stack));

/** @throws CommandError where the stack is in the middle of a replacement */
export function sortState(resources: readonly ExportedResource[]): KnownState {
  const doomed = resources.filter((resource) => resource.delete);
  if (doomed.length > 0) {
    const resources = doomed.slice(0, 3).map(shown).join(", ");
    throw new CommandError(replacementPending({ count: plural(doomed.length, "resource"), resources }));
  }
  const own = resources.filter(({ type }) => !/^pulumi:(pulumi|providers):/.test(type));
  const [external, managed] = [
    own.filter((resource) => resource.external),
    own.filter((resource) => !resource.external),
  ];
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return {
    records: managed.filter(isDeclarable).map(toRecord),
    lookUps: external.map(({ type, urn }) => ({ kind: kindOf(type) ?? type, name: nameIn(urn) })),
    others: managed.filter((resource) => !isDeclarable(resource)).map(shown),
    outputs: Object.keys(stack?.outputs ?? {}),
  };
}

const nameIn = (urn: string) => urn.split("::").slice(3).join("::");

const shown = ({ type, urn }: ExportedResource) => `${kindOf(type) ?? type} ${nameIn(urn)}`;

/** Kind of a resource of the dynamic provider, in which adopt writes programs. */
function kindOf(type: string): string | undefined {
  const [, kind = ""] = /^pulumi-nodejs:dynamic\/statushub:(\w+)$/.exec(type) ?? [];
  return Object.hasOwn(definitions, kind) ? kind : undefined;
}

function isDeclarable({ type, provider = "", parent = "", inputs = {} }: ExportedResource): boolean {
  const isAtTop = parent === "" || parent.includes("::pulumi:pulumi:Stack::");
  const hasDefaultProvider = provider === "" || /::default(_[\w.-]+)?::[^:]+$/.test(provider);
  const definition = definitions[kindOf(type) ?? ""];
  // What would read a list or an object from the configuration depends on its type.
  const isReadable = Object.entries(inputs).every(
    ([name, value]) =>
      definition?.properties[name]?.secret || !holdsSecret(value) || typeof inClear(value) !== "object",
  );
  return definition !== undefined && isAtTop && hasDefaultProvider && isReadable;
}

function toRecord(resource: ExportedResource): KnownRecord {
  const { urn, type, id = "", inputs = {}, outputs = {}, initErrors = [] } = resource;
  const { __provider, deleted, ...declared } = inputs;
  const kind = kindOf(type) ?? type;
  // A restored subscription has another ID than the one that Pulumi knows.
  const recordId = typeof outputs.recordId === "string" ? outputs.recordId : id;
  const options = Object.entries(resource).filter(
    ([name, value]) => repeatedOptions.includes(name) && value !== false && value !== null,
  );
  return {
    kind,
    name: nameIn(urn),
    id: recordId,
    hubId: isHub(kind) ? recordId : String(outputs.hubId ?? (declared.hub as Values | undefined)?.id),
    parentId: typeof outputs.parentId === "number" ? String(outputs.parentId) : undefined,
    inputs: inClear(declared) as Values,
    secret: new Set(Object.keys(declared).filter((name) => holdsSecret(declared[name]))),
    options: Object.fromEntries(options),
    isUnfinished: initErrors.length > 0 || deleted !== undefined,
  };
}
