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

/** The records that a stack manages. Both lists are empty if there is no stack, or a problem. */
export interface OwnRecords {
  readonly inStack: readonly OwnRecord[];
  /**
   * Those in the account that the options name, because in another account the same ID means another record. If the options name no
   * account, these are all of the stack.
   */
  readonly inAccount: readonly OwnRecord[];
  /** Why the stack, or the account of one of its records, can't be read, as a sentence. */
  readonly problem?: string;
}

interface ReadStackOptions extends AccountOptions {
  /**
   * Whether a problem ends the command. If it doesn't, the command goes on without the stack's records: it can find a template by its title or
   * ID, too.
   *
   * @default only if the options name the stack
   */
  readonly isRequired?: boolean;
}

/** Finds the records that the selected stack manages. Outside of a project, nothing selects one. */
export async function readStack(options: ReadStackOptions): Promise<OwnRecords> {
  const { cwd, stack, isRequired = stack !== undefined } = options;
  if (stack === undefined && findProject(cwd) === undefined) return { inStack: [], inAccount: [] };
  try {
    const inStack = await recordsInStack(options);
    const baseUrl = baseUrlIn(options);
    const inAccount = baseUrl === undefined ? inStack : await recordsAt(baseUrl, inStack);
    return { inStack, inAccount };
  } catch (error) {
    if (isRequired || !(error instanceof CommandError)) throw error;
    return { inStack: [], inAccount: [], problem: sentence(withoutCode(error.message)) };
  }
}

/** Everything secret stays encrypted: if the account of a record needs a key that is in the state, opening it reads that key. */
async function recordsInStack({ cwd, stack: name, limit }: ReadStackOptions): Promise<OwnRecord[]> {
  const stack = await findStack(cwd, name, { limit });
  const run = await mustRun(stack, ["stack", "export"], { purpose: "read the names in the stack", limit });
  const { resources = [] } = parseOutput<ExportedStack>(run).deployment;
  const accountOf = openStateAccounts(stack, resources, { print: note, limit });
  const current = resources.filter(({ delete: isPending }) => !isPending);
  return stackRecords(current).map((record) => ({ ...record, open: () => accountOf(record.provider) }));
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
