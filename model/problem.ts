/*
 * Every message with a code is an entry in the errors of the folder that raises it: its code, its messages,
 * and what helps beyond them. docs/troubleshooting is printed from them. A thrown message is made by calling the entry:
 *
 *     throw new ConfigError(unknownRegion({ region }));
 *
 * Nothing is imported here, so that programs and the provider can both use it.
 */

/** What the troubleshooting pages say about a problem. */
export interface Explanation extends Entry {
  /** Never changes, and is never reused for another problem: users search for it. */
  readonly code: string;
  /** The messages, with what differs from case to case in angle brackets. */
  readonly messages: readonly string[];
}

interface Entry {
  /** What to know and do beyond the message, in Markdown. Missing if the message says it all. */
  readonly help?: string;
}

type PlaceholdersIn<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** Takes a value for each placeholder of the text. */
type Message<Text extends string> = [PlaceholdersIn<Text>] extends [never]
  ? () => string
  : (values: { readonly [Name in PlaceholdersIn<Text>]: string | number }) => string;

/** The message of a problem, or one for each of its variants. */
type Messages<Text> = Text extends string
  ? Message<Text>
  : { readonly [Variant in keyof Text]: Message<Text[Variant] & string> };

export interface ExplainedProblem {
  readonly explanation: Explanation;
}

/** One problem: `text` with its placeholders, or several texts by the names of the variants. */
export function problem<const Text extends string | Readonly<Record<string, string>>>(
  code: string,
  { text, ...about }: Entry & { readonly text: Text },
): Messages<Text> & ExplainedProblem {
  const texts = typeof text === "string" ? [text] : Object.values(text);
  const explanation = { code, messages: texts.map(asWritten), ...about };
  const messages =
    typeof text === "string"
      ? messageOf(code, text)
      : Object.fromEntries(Object.entries(text).map(([variant, each]) => [variant, messageOf(code, each)]));
  // A function that is made at run time takes any values. Its type names those that its text needs.
  return Object.assign(messages, { explanation }) as unknown as Messages<Text> & ExplainedProblem;
}

/** Texts are written over several lines of source. Only a list has lines of its own. */
const asWritten = (text: string) => text.replace(/\n\s+(?![\s-])/g, " ").replace(/\n\s+- /g, "\n  - ");

function messageOf(code: string, text: string) {
  const message = asWritten(text);
  return (values: Readonly<Record<string, string | number>> = {}): string =>
    endedOnce(`${message.replace(/<(\w+)>/g, (_, name: string) => String(values[name]))} [${code}]`);
}

/** A reason in a message may end like a question. */
const endedOnce = (text: string) => text.replace(/\?\.(?=\s|$)/g, "?");

const ending = /\.? (\[(SH\d{4})\])$/;

/** Returns the code of a message; undefined if it has none. */
export const codeOf = (message: string): string | undefined => ending.exec(message)?.[2];

export const endsInCode = (message: string): boolean => ending.test(message);

/** A message as part of another one: without its code and its full stop. */
export const withoutCode = (message: string): string => message.replace(ending, "").replace(/\.$/, "");

/** Rewords a message, which keeps its code at the end. */
export function reword(message: string, around: (text: string) => string): string {
  const [, code] = ending.exec(message) ?? [];
  const reworded = endedOnce(around(withoutCode(message)));
  return code === undefined ? reworded : `${reworded} ${code}`;
}

/** The message with the code of its reason, which says more, if that has one. */
export function withCodeOf(reason: string, message: string): string {
  const code = codeOf(reason);
  return code === undefined ? message : `${endedOnce(`${withoutCode(message)}.`)} [${code}]`;
}
