import type { Declared } from "../../model/api/form.ts";
import type { ValueType } from "../../model/kinds/value-type.ts";
import { advise, type Whereabouts } from "../advice.ts";
import { isSecret, type PlannedChange } from "../report/planned.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { KeptProperty } from "./facts.ts";
import type { Language } from "./language.ts";
import type { Place } from "./places.ts";
import type { References } from "./references.ts";
import type { createKeyFinder } from "./secrets.ts";

/** What it takes to write values into the program of one stack. */
export interface Writing {
  readonly stack: Pick<PlannedStack, "steps" | "hubName">;
  /** Undefined if we don't write the language of the program. */
  readonly language: Language | undefined;
  readonly references: References;
  readonly keyOf: ReturnType<typeof createKeyFinder>;
  readonly whereabouts: Whereabouts;
}

/**
 * Writes what the page has as a property of the program. There are no lines to paste
 *
 * - for a secret: a command sets it
 * - for a value that the checks reject, for null in a language without it, and for more than a literal: a problem says so
 * - for a program in a language that we don't write, and without a place: a problem of the record says why
 *
 * @param place where the lines go; undefined if a person has to find that
 */
export async function keepProperty(
  change: PlannedChange,
  { property, value }: { readonly property: string; readonly value: unknown },
  { language, references, keyOf, whereabouts }: Writing,
  place: Place | undefined,
): Promise<KeptProperty> {
  if (isSecret(value)) {
    const key = await keyOf(change, property);
    const command = advise("pulumi", ["config", "set", "--secret", key ?? "<key>"], whereabouts);
    return { property, value: "[secret]", command };
  }
  const { type } = change.definition.properties[property] ?? {};
  if (type === undefined) return { property, value };
  const problem = findProblem(type, value);
  if (problem !== undefined) return { property, value, problem };
  if (language === undefined || place === undefined) return { property, value };
  if (value === null && !language.hasNull) return { property, value, problem: noNull };
  const written = references.write(change, { property, value }, place);
  const lines = language.property(property, written.value, type);
  if (lines === undefined) return { property, value, problem: "it takes more than a literal in this language" };
  const ownIndent = /^\s*/.exec(lines)?.[0] ?? "";
  const comments = written.comments.map((text) => `${ownIndent}${language.comment} ${text}`);
  const indentOfPlace = " ".repeat(place.declaration?.indent ?? 0);
  const code = [...comments, lines].join("\n").replace(/^/gm, indentOfPlace);
  return { property, value, code };
}

const noNull = "this language has no null, so remove the property: the next preview then shows an update of the state";

/** Why the checks would reject a value that the page has. */
function findProblem({ schema }: ValueType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue && `a program can't declare it: ${[...issue.path.map(String), issue.message].join(" ")}`;
}

/** A rule about several properties that a program would break with these values: it may not declare all that the page has. */
export function brokenRule({ definition, step }: PlannedChange, values: Declared): string | undefined {
  const declared = { ...step.newState?.inputs, ...values };
  const isUsable = ([name, value]: [string, unknown]) =>
    !isSecret(value) && definition.properties[name]?.type.schema.safeParse(value).success === true;
  const usable = Object.fromEntries(Object.entries(declared).filter(isUsable));
  const [failure] = definition.rules?.(usable, (name) => declared[name] !== undefined) ?? [];
  return failure && `a program can't declare only this: ${[...failure.path, failure.reason].join(" ")}`;
}
