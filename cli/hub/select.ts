import picomatch from "picomatch";
import { type Definition, kebab } from "../../model/kinds/kind.ts";
import { unknownKindName } from "../errors/command.ts";
import type { RecordSelection } from "../options.ts";
import { kinds } from "../records.ts";
import { CommandError } from "../terminal/failure.ts";
import type { ContentOptions } from "./content.ts";

export function contentOptionsOf({ kind, ended = false, signUps = false }: RecordSelection): ContentOptions {
  return { ended, signUps, ...(kind && { kinds: kind.map((name) => parseKind(name).kind) }) };
}

export const matcher = (patterns: readonly string[]): ((text: string) => boolean) =>
  picomatch([...patterns], { bash: true, dot: true, nocase: true });

/** Parses the name of a kind: `service`, `incident-templates`, `Subscription`. */
export function parseKind(text: string): Definition {
  const isNamed = ({ kind, plural }: Definition) =>
    [kind, plural].some((name) => [name.toLowerCase(), kebab(name)].includes(text.toLowerCase()));
  const found = kinds.find(isNamed);
  if (found !== undefined) return found;
  const names = kinds.map(({ kind }) => kebab(kind)).join(", ");
  throw new CommandError(unknownKindName({ kind: JSON.stringify(text), kinds: names }));
}
