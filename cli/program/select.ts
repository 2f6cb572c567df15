import type { Command } from "commander";
import picomatch from "picomatch";
import { unknownKindName } from "../../errors/command.ts";
import type { Definition } from "../../kinds/kind.ts";
import { labelOf } from "../hub/page.ts";
import { isHub, kinds } from "../kinds.ts";
import { CommandError } from "../terminal/failure.ts";
import { kebab } from "./names.ts";
import type { LiveResource } from "./resource.ts";

export interface Selection {
  readonly kind?: readonly string[];
  /** Maintenances that have ended are taken along. */
  readonly ended?: boolean;
  /** Patterns of which one must match. @default all match */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Adds the options by which records are chosen. */
export const withSelectionOptions = (command: Command): Command =>
  command
    .option("-k, --kind <kind...>", "only these kinds: hub, service, incident-template, maintenance-template, ...")
    .option("--include <pattern...>", "only records whose name or custom id matches, such as 'api-*'")
    .option("--exclude <pattern...>", "all but the records whose name or custom id matches")
    .option("--ended", "take maintenances along that have ended");

/** What is read of a hub for a selection. */
export function pageOptionsOf({ kind, ended = false }: Selection): { kinds?: string[]; ended: boolean } {
  return { ended, ...(kind && { kinds: kind.map(toKind) }) };
}

/** The resources whose name in the program, label or custom id matches. A hub is there for its records, and always stays. */
export function select(resources: readonly LiveResource[], { include = [], exclude = [] }: Selection): LiveResource[] {
  const matcher = (patterns: readonly string[]) => picomatch([...patterns], { bash: true, dot: true, nocase: true });
  const isIncluded = include.length === 0 ? () => true : matcher(include);
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude);
  return resources.filter((resource) => {
    if (isHub(resource.kind)) return true;
    const names = namesOf(resource);
    return names.some((name) => isIncluded(name)) && !names.some((name) => isExcluded(name));
  });
}

function namesOf({ name, record, definition }: LiveResource): string[] {
  const texts = [name, labelOf(definition, record), record.custom_id];
  return texts.filter((text) => typeof text === "string" && text !== "") as string[];
}

/** Reads a kind as a user writes it: `service`, `incident-templates`, `Subscription`. */
export function toKind(text: string): string {
  const isNamed = ({ kind, plural }: Definition) =>
    [kind, plural].some((name) => [name.toLowerCase(), kebab(name)].includes(text.toLowerCase()));
  const found = kinds.find(isNamed);
  if (found !== undefined) return found.kind;
  const names = kinds.map(({ kind }) => kebab(kind)).join(", ");
  throw new CommandError(unknownKindName({ kind: JSON.stringify(text), kinds: names }));
}
