import picomatch from "picomatch";
import { definitions } from "../../provider/resources/index.ts";
import { CommandError } from "../terminal/failure.ts";
import { kebab } from "./names.ts";
import type { Resource } from "./resource.ts";

export interface Selection {
  /** Patterns of which one must match. @default all match */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The resources whose name in the program, label or custom id matches. A hub is there for its records, and always stays. */
export function select(resources: readonly Resource[], { include = [], exclude = [] }: Selection): Resource[] {
  const matcher = (patterns: readonly string[]) => picomatch([...patterns], { bash: true, dot: true, nocase: true });
  const isIncluded = include.length === 0 ? () => true : matcher(include);
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude);
  return resources.filter((resource) => {
    if (resource.kind === "Hub") return true;
    const names = namesOf(resource);
    return names.some((name) => isIncluded(name)) && !names.some((name) => isExcluded(name));
  });
}

function namesOf({ name, record, definition: { label, properties } }: Resource): string[] {
  const texts = [name, record[properties[label]?.wire ?? ""], record.custom_id];
  return texts.filter((text) => typeof text === "string" && text !== "") as string[];
}

/** Reads kinds as a user writes them: `service`, `incident-templates`, `Subscription`. */
export function toKinds(texts: readonly string[] | undefined): string[] | undefined {
  return texts?.map((text) => {
    const spelled = (kind: string) => [kind.toLowerCase(), kebab(kind)].flatMap((word) => [word, `${word}s`]);
    const kind = Object.keys(definitions).find((candidate) => spelled(candidate).includes(text.toLowerCase()));
    if (kind !== undefined) return kind;
    const kinds = Object.keys(definitions).map(kebab).join(", ");
    throw new CommandError(`There is no kind ${JSON.stringify(text)}. Use one of ${kinds}.`);
  });
}
