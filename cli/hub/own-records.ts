import { withoutCode } from "../../model/problem.ts";
import type { Account } from "../../provider/inspect.ts";
import { type AccountOptions, baseUrlIn } from "../connection.ts";
import { findProject } from "../project/folder.ts";
import { parseOutput } from "../project/pulumi.ts";
import { type StackRecord, stackRecords } from "../project/record.ts";
import { type ExportedStack, findStack, mustRun } from "../project/stack.ts";
import { openStateAccounts } from "../provider-accounts.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";

export interface OwnRecord extends StackRecord {
  /** Opens the account of its provider. */
  readonly open: () => Promise<Account>;
}

export interface OwnRecords {
  /** Those in the account that the options name, if they name one: in another account, the same ID means another record. */
  readonly records: readonly OwnRecord[];
  readonly all: readonly OwnRecord[];
  /** Why the stack can't be read, as a sentence. */
  readonly problem?: string;
}

/**
 * Reads which records the selected stack manages; everything secret stays encrypted.
 *
 * @param isRequired whether it must be readable. Otherwise, a template still has a title and an ID
 */
export async function readStack(
  options: AccountOptions,
  isRequired = options.stack !== undefined,
): Promise<OwnRecords> {
  const { cwd, stack, limit } = options;
  if (stack === undefined && findProject(cwd) === undefined) return { records: [], all: [] };
  try {
    const found = await findStack(cwd, stack, { limit });
    const run = await mustRun(found, ["stack", "export"], { purpose: "read the names in the stack", limit });
    const { resources = [] } = parseOutput<ExportedStack>(run).deployment;
    const accountOf = openStateAccounts(found, resources, { print: note, limit });
    const all = stackRecords(resources.filter((each) => !each.delete)).map((record) => ({
      ...record,
      open: () => accountOf(record.provider),
    }));
    const baseUrl = baseUrlIn(options);
    if (baseUrl === undefined) return { records: all, all };
    const urls = await Promise.all(all.map(async (each) => (await each.open()).client.connection.baseUrl));
    return { records: all.filter((_, index) => urls[index] === baseUrl), all };
  } catch (error) {
    if (isRequired || !(error instanceof CommandError)) throw error;
    return { records: [], all: [], problem: sentence(withoutCode(error.message)) };
  }
}
