import { kebab } from "../model/kinds/kind.ts";
import { isHub } from "./kinds.ts";
import type { ConnectionOptions } from "./options.ts";
import type { Resource } from "./program/resource.ts";
import type { Stack } from "./project/stack.ts";

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

/** Quotes a word for a shell if necessary. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Prints the command that adopts the first of some records on its own, or one like it. */
export function adviseSingle({ name: stack, cwd }: Stack, resources: readonly Resource[] = []): string {
  const record = resources.find(({ kind }) => !isHub(kind));
  const named = record ? [kebab(record.kind), `${record.hub.subdomain}/${record.id}`] : ["service", "acme/1234"];
  return advise("npx pulumi-statushub", ["adopt", ...named], { stack, cwd });
}
