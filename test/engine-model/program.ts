import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { markKey, type Values } from "./grpc.ts";
import type { StateEntry } from "./state.ts";

/** The provider of a resource: dynamic, the default native one, or an explicit native one. */
export type ProviderName = "dynamic" | "native" | "explicit";

export interface Reference {
  readonly ref: string;
}

/** A resource as a program declares it. */
export interface Declared {
  readonly name: string;
  readonly kind: string;
  /** @default "dynamic" */
  readonly provider?: ProviderName;
  /** May contain references and `adopt`. */
  readonly args: Values;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly aliases?: readonly { readonly name?: string; readonly provider?: ProviderName }[];
}

export const providerNameOf = ({ provider = "dynamic" }: Pick<Declared, "provider">): ProviderName => provider;

export function urnOf(stack: string, { name, kind, provider }: Pick<Declared, "name" | "kind" | "provider">): string {
  const type = provider === undefined || provider === "dynamic" ? "pulumi-nodejs:dynamic/statushub" : "statushub:index";
  return `urn:pulumi:${stack}::simulation::${type}:${kind}::${name}`;
}

/** Returns the URNs under which the state may have a resource, its own first. */
export const urnsOf = (stack: string, declared: Declared): readonly string[] => [
  urnOf(stack, declared),
  ...(declared.aliases ?? []).map((before) => urnOf(stack, { ...declared, ...before })),
];

export const isReference = (value: unknown): value is Reference =>
  typeof value === "object" && value !== null && typeof (value as { ref?: unknown }).ref === "string";

export function namesIn(value: unknown): string[] {
  if (isReference(value)) return [value.ref];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

export function replaceReferences(
  value: unknown,
  by: (reference: Reference, key: string) => unknown,
  key = "",
): unknown {
  if (isReference(value)) return by(value, key);
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, by, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceReferences(item, by, name)]));
}

/** Sorts resources after those that they refer to. Omits those that refer to something undeclared. */
export function inOrder(program: readonly Declared[]): Declared[] {
  const ordered: Declared[] = [];
  let rest = [...program];
  for (;;) {
    const isReady = ({ args }: Declared) => namesIn(args).every((name) => ordered.some((done) => done.name === name));
    const ready = rest.filter(isReady);
    if (ready.length === 0) return ordered;
    ordered.push(...ready);
    rest = rest.filter((declared) => !ready.includes(declared));
  }
}

/** A resource as a program passes it to a provider that accepts resources. */
export const resourceValue = (urn: string, id: string) => ({ [markKey]: "5cf8f73096256a8f31e491e813e4eb8e", urn, id });

export function inputsOf(declared: Declared, needed: readonly StateEntry[]): Values {
  const provider = providerNameOf(declared);
  return replaceReferences(declared.args, ({ ref }, key) => {
    const entry = needed.find(({ name }) => name === ref);
    if (entry === undefined) throw new Error(`"${ref}" doesn't exist`);
    if (key !== "hub") return entry.id;
    if (provider === "dynamic") return { id: entry.id, subdomain: entry.outputs.subdomain };
    return resourceValue(entry.urn, entry.id === unknownMark ? "" : entry.id);
  }) as Values;
}
