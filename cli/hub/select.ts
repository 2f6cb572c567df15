import picomatch from "picomatch";
import { type Definition, kebab } from "../../model/kinds/kind.ts";
import { unknownKindName } from "../errors/command.ts";
import type { Selection } from "../options.ts";
import type { LiveResource } from "../program/resource.ts";
import { isHub, kinds, labelOfLive } from "../records.ts";
import { CommandError } from "../terminal/failure.ts";
import type { ContentOptions } from "./content.ts";

export function contentOptionsOf({ kind, ended = false, signUps = false }: Selection): ContentOptions {
  return { ended, signUps, ...(kind && { kinds: kind.map((name) => parseKind(name).kind) }) };
}

export const matcher = (patterns: readonly string[]): ((text: string) => boolean) =>
  picomatch([...patterns], { bash: true, dot: true, nocase: true });

/** Selects the resources whose name, label or custom ID matches. Hubs always stay, because the other records need them. */
export function select(resources: readonly LiveResource[], { include = [], exclude = [] }: Selection): LiveResource[] {
  const isIncluded = include.length === 0 ? () => true : matcher(include);
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude);
  return resources.filter((resource) => {
    if (isHub(resource.kind)) return true;
    const names = namesOf(resource);
    return names.some((name) => isIncluded(name)) && !names.some((name) => isExcluded(name));
  });
}

function namesOf({ name, record, definition }: LiveResource): string[] {
  const texts = [name, labelOfLive(definition, record), record.name, record.custom_id];
  return texts.filter((text) => typeof text === "string" && text !== "") as string[];
}

/** Parses the name of a kind: `service`, `incident-templates`, `Subscription`. */
export function parseKind(text: string): Definition {
  const isNamed = ({ kind, plural }: Definition) =>
    [kind, plural].some((name) => [name.toLowerCase(), kebab(name)].includes(text.toLowerCase()));
  const found = kinds.find(isNamed);
  if (found !== undefined) return found;
  const names = kinds.map(({ kind }) => kebab(kind)).join(", ");
  throw new CommandError(unknownKindName({ kind: JSON.stringify(text), kinds: names }));
}
