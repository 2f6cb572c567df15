/*
 * Every message with a code is an entry in the errors of the folder that raises it: its code, its messages,
 * and what helps beyond them. docs/troubleshooting is printed from them. A thrown message is made by calling the entry:
 *
 *     throw new ConfigError(unknownRegion({ region }));
 *
 * Nothing is imported here, so that programs and the provider can both use it.
 */

/**
 * Makes one problem.
 *
 * @param code never changes, and is never reused for another problem: users search for it
 * @param about its `text` with placeholders in angle brackets, or several texts by the names of its variants; and its `help`
 * @returns a function that takes the values of the placeholders, or one for each variant
 */
export function problem<const Text extends string | Readonly<Record<string, string>>>(
  code: string,
  { text, ...help }: Help & { readonly text: Text },
): Messages<Text> & ExplainedProblem {
  // A function that is made at run time takes any values. Its type names those that its text needs.
  const explained = typeof text === "string" ? withOneText(code, text, help) : withVariants(code, text, help);
  return explained as unknown as Messages<Text> & ExplainedProblem;
}

function withOneText(code: string, text: string, help: Help): ExplainedProblem {
  const explanation = { code, messages: [onOneLine(text)], ...help };
  return Object.assign(messageOf(code, text), { explanation });
}

function withVariants(code: string, texts: Readonly<Record<string, string>>, help: Help): ExplainedProblem {
  const explanation = { code, messages: Object.values(texts).map(onOneLine), ...help };
  const messages = Object.entries(texts).map(([variant, text]) => [variant, messageOf(code, text)]);
  return { ...Object.fromEntries(messages), explanation };
}

interface Help {
  /** What to know and do beyond the message, in Markdown. Missing if the message says it all. */
  readonly help?: string;
}

export interface ExplainedProblem {
  readonly explanation: Explanation;
}

/** The contents of the troubleshooting pages about a problem. */
export interface Explanation extends Help {
  readonly code: string;
  /** The messages, with what differs from case to case in angle brackets. */
  readonly messages: readonly string[];
}

/** The message of a problem, or one for each of its variants. */
type Messages<Text> = Text extends string
  ? Message<Text>
  : { readonly [Variant in keyof Text]: Message<Text[Variant] & string> };

/** Takes a value for each placeholder of the text. */
type Message<Text extends string> = [PlaceholdersIn<Text>] extends [never]
  ? () => string
  : (values: { readonly [Name in PlaceholdersIn<Text>]: string | number }) => string;

type PlaceholdersIn<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

function messageOf(code: string, text: string) {
  const line = onOneLine(text);
  return (values: Readonly<Record<string, string | number>> = {}): string => {
    const filled = line.replace(/<(\w+)>/g, (_, name: string) => String(values[name]));
    return endedOnce(`${filled} [${code}]`);
  };
}

/**
 * Joins the lines over which a text is written in the source. Only the items of a list keep lines of their own:
 *
 *     Set the key                 Set the key or the account.
 *         or the account.           - If you have none, ask.
 *         - If you have none,
 *           ask.
 */
function onOneLine(text: string): string {
  const isItem = /\n\s+- /g;
  const isOther = /\n\s+(?![\s-])/g;
  return text.replace(isOther, " ").replace(isItem, "\n  - ");
}

/** Removes the full stop after a question mark: `Is it there?. [SH1001]`, because a reason in the message ends like a question. */
const endedOnce = (text: string) => text.replace(/\?\.(?=\s|$)/g, "?");

/*
 * A message inside another one loses its end, and the other gets the code. All of these accept a message without a code, too.
 *
 *     message                                              There is no host x. [SH1011]
 *     withoutCode(message)                                 There is no host x
 *     reword(message, (text) => `${text}. Check it.`)      There is no host x. Check it. [SH1011]
 *     withCodeOf(message, "The request failed")            The request failed. [SH1011]
 */

/** The full stop and the code at the end of a message: `. [SH1001]`. */
const ending = /\.? \[(?<code>SH\d{4})\]$/;

/** Returns the code of a message; undefined if it has none. */
export const codeOf = (message: string): string | undefined => ending.exec(message)?.groups?.code;

export const endsInCode = (message: string): boolean => ending.test(message);

/** A message as part of another one: without its code and its full stop. */
export const withoutCode = (message: string): string => message.replace(ending, "").replace(/\.$/, "");

/** Rewords a message, which keeps its code. `around` gets it without its full stop, and ends with one. */
export function reword(message: string, around: (text: string) => string): string {
  const code = codeOf(message);
  const reworded = endedOnce(around(withoutCode(message)));
  return code === undefined ? reworded : `${reworded} [${code}]`;
}

/** Gives a message the code of its reason, which says more. Without one, the message stays as it is. */
export function withCodeOf(reason: string, message: string): string {
  const code = codeOf(reason);
  if (code === undefined) return message;
  const withFullStop = endedOnce(`${withoutCode(message)}.`);
  return `${withFullStop} [${code}]`;
}
