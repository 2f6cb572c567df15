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

interface ReadStackOptions extends AccountOptions {
  /** The stack must be readable. Otherwise, a template still has a title and an ID. @default whether a stack is named */
  readonly isRequired?: boolean;
}

/** Reads which records the selected stack manages; everything secret stays encrypted. */
export async function readStack(options: ReadStackOptions): Promise<OwnRecords> {
  const { cwd, stack, limit, isRequired = stack !== undefined } = options;
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
    const records = baseUrl === undefined ? all : await recordsAt(baseUrl, all);
    return { records, all };
  } catch (error) {
    if (isRequired || !(error instanceof CommandError)) throw error;
    return { records: [], all: [], problem: sentence(withoutCode(error.message)) };
  }
}

async function recordsAt(baseUrl: string, all: readonly OwnRecord[]): Promise<OwnRecord[]> {
  const found: OwnRecord[] = [];
  for (const record of all) {
    const { client } = await record.open();
    if (client.connection.baseUrl === baseUrl) found.push(record);
  }
  return found;
}
