import type { ConnectionOptions } from "./options.ts";

/** Where a run works. */
export type Whereabouts = Partial<Pick<ConnectionOptions, "stack" | "account" | "region" | "baseUrl" | "cwd">>;

/**
 * Prints a command for a message that advises it. It has the options of this run, so that it reaches the same account, stack
 * and folder.
 */
export function advise(
  program: "pulumi" | "npx pulumi-statushub",
  args: readonly string[],
  { stack, account, region, baseUrl, cwd = process.cwd() }: Whereabouts,
): string {
  // Pulumi finds the account in the stack configuration.
  const own = program === "pulumi" ? {} : { account, region, "base-url": baseUrl };
  const options = { stack, ...own, cwd: cwd === process.cwd() ? undefined : cwd };
  const words = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  return [program, ...[...args, ...words].map(quoted)].join(" ");
}

/** Where a command works on a hub: as the options of this run say, and what its account needs besides. */
interface OnHub {
  readonly whereabouts?: Whereabouts;
}

/** Prints a command of ours about a hub, which reaches the same account. */
export const adviseOn = ({ whereabouts }: OnHub, args: readonly string[], options: Whereabouts): string =>
  advise("npx pulumi-statushub", args, { ...options, ...whereabouts });

/** Quotes a word for a shell if necessary. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
