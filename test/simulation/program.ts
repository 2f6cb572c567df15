import { unknownMark } from "../../provider/marks.ts";
import type { Values } from "../laws/grpc.ts";
import type { Kept } from "./state.ts";

/** Which provider a resource uses: the dynamic one, the native one, or a native one that the program names. */
export type ProviderName = "dynamic" | "native" | "explicit";

/** A resource of the program, named by another one: its id, or of a hub what names it. */
export interface Reference {
  readonly ref: string;
}

/** A resource as a program declares it. */
export interface Declared {
  readonly name: string;
  readonly kind: string;
  /** @default "dynamic" */
  readonly provider?: ProviderName;
  /** May hold references, and `adopt`. */
  readonly args: Values;
  /** Names and types that the resource had before. */
  readonly aliases?: readonly { readonly name?: string; readonly provider?: ProviderName }[];
}

export const providerNameOf = ({ provider = "dynamic" }: Pick<Declared, "provider">): ProviderName => provider;

export function urnOf(stack: string, { name, kind, provider }: Pick<Declared, "name" | "kind" | "provider">): string {
  const type = provider === undefined || provider === "dynamic" ? "pulumi-nodejs:dynamic/statushub" : "statushub:index";
  return `urn:pulumi:${stack}::simulation::${type}:${kind}::${name}`;
}

/** The URNs under which the state may have a resource: its own first. */
export const urnsOf = (stack: string, declared: Declared): readonly string[] => [
  urnOf(stack, declared),
  ...(declared.aliases ?? []).map((before) => urnOf(stack, { ...declared, ...before })),
];

export const isReference = (value: unknown): value is Reference =>
  typeof value === "object" && value !== null && typeof (value as { ref?: unknown }).ref === "string";

/** The names of the resources that a value refers to. */
export function namesIn(value: unknown): string[] {
  if (isReference(value)) return [value.ref];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/** Puts a value in place of every reference. */
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

/** The resources of a program, each after those that it refers to. What refers to nothing that is declared is left out. */
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

const resourceMark = { "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e" };

/** What the classes of the package make of the arguments, with the values of the resources that they name. */
export function inputsOf(declared: Declared, needed: readonly Kept[]): Values {
  const provider = providerNameOf(declared);
  return replaceReferences(declared.args, ({ ref }, key) => {
    const kept = needed.find(({ name }) => name === ref);
    if (kept === undefined) throw new Error(`"${ref}" is not there`);
    if (key !== "hub") return kept.id;
    if (provider === "dynamic") return { id: kept.id, subdomain: kept.outputs.subdomain };
    return { ...resourceMark, urn: kept.urn, id: kept.id === unknownMark ? "" : kept.id };
  }) as Values;
}
