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
  /** What the stack manages. */
  readonly all: readonly OwnRecord[];
  /** What is in the account that the options name, because in another account the same ID means another record. @default all of them */
  readonly records: readonly OwnRecord[];
  /** Why the stack can't be read, as a sentence. There are no records then. */
  readonly problem?: string;
}

interface ReadStackOptions extends AccountOptions {
  /**
   * A stack that can't be read is an error. Where it isn't, the stack only helps: a command finds a template by its title or ID, too.
   *
   * @default whether a stack is named
   */
  readonly isRequired?: boolean;
}

/** Reads which records the selected stack manages. Outside of a project, nothing selects one. Everything secret stays encrypted. */
export async function readStack(options: ReadStackOptions): Promise<OwnRecords> {
  const { cwd, stack, limit, isRequired = stack !== undefined } = options;
  if (stack === undefined && findProject(cwd) === undefined) return { records: [], all: [] };
  try {
    const found = await findStack(cwd, stack, { limit });
    const run = await mustRun(found, ["stack", "export"], { purpose: "read the names in the stack", limit });
    const { resources = [] } = parseOutput<ExportedStack>(run).deployment;
    const accountOf = openStateAccounts(found, resources, { print: note, limit });
    const current = resources.filter(({ delete: isPending }) => !isPending);
    const all = stackRecords(current).map((record) => ({
      ...record,
      open: () => accountOf(record.provider),
    }));
    const baseUrl = baseUrlIn(options);
    const records = baseUrl === undefined ? all : await recordsAt(baseUrl, all);
    return { records, all };
  } catch (error) {
    if (isRequired || !(error instanceof CommandError)) throw error;
    return { records: [], all: [], problem: sentence(withoutCode(error.message)) };
  }
}

async function recordsAt(baseUrl: string, all: readonly OwnRecord[]): Promise<OwnRecord[]> {
  const inAccount: OwnRecord[] = [];
  for (const record of all) {
    const { client } = await record.open();
    if (client.connection.baseUrl === baseUrl) inAccount.push(record);
  }
  return inAccount;
}
