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

/** The records that a stack manages. Both lists are empty if it can't be read. */
export interface OwnRecords {
  readonly inStack: readonly OwnRecord[];
  /**
   * Those in the account that the options name, because in another account the same ID means another record. If the options name no
   * account, these are all of the stack.
   */
  readonly inAccount: readonly OwnRecord[];
  /** Why the stack can't be read, as a sentence. */
  readonly problem?: string;
}

interface ReadStackOptions extends AccountOptions {
  /**
   * Whether it is an error that the stack can't be read. If it isn't, the command goes on without the stack's records: it can find a
   * template by its title or ID, too.
   *
   * @default only if the options name the stack
   */
  readonly isRequired?: boolean;
}

/**
 * Reads which records the selected stack manages. Outside of a project, nothing selects one. Everything secret stays encrypted: if the
 * account of a record needs a key that is in the state, opening it reads that key.
 */
export async function readStack(options: ReadStackOptions): Promise<OwnRecords> {
  const { cwd, stack, limit, isRequired = stack !== undefined } = options;
  if (stack === undefined && findProject(cwd) === undefined) return { inStack: [], inAccount: [] };
  try {
    const found = await findStack(cwd, stack, { limit });
    const run = await mustRun(found, ["stack", "export"], { purpose: "read the names in the stack", limit });
    const { resources = [] } = parseOutput<ExportedStack>(run).deployment;
    const accountOf = openStateAccounts(found, resources, { print: note, limit });
    const current = resources.filter(({ delete: isPending }) => !isPending);
    const inStack = stackRecords(current).map((record) => ({
      ...record,
      open: () => accountOf(record.provider),
    }));
    const baseUrl = baseUrlIn(options);
    const inAccount = baseUrl === undefined ? inStack : await recordsAt(baseUrl, inStack);
    return { inStack, inAccount };
  } catch (error) {
    if (isRequired || !(error instanceof CommandError)) throw error;
    return { inStack: [], inAccount: [], problem: sentence(withoutCode(error.message)) };
  }
}

/** Returns the records in the account with this address. Records with the same provider open its account once. */
async function recordsAt(baseUrl: string, records: readonly OwnRecord[]): Promise<OwnRecord[]> {
  const inAccount: OwnRecord[] = [];
  for (const record of records) {
    const { client } = await record.open();
    if (client.connection.baseUrl === baseUrl) inAccount.push(record);
  }
  return inAccount;
}
