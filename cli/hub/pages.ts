import { severalHubs } from "../../errors/command.ts";
import { noHub } from "../../errors/doctor.ts";
import { type Account, openAccount } from "../../provider/client/account.ts";
import { type ConnectionOptions, findConnection } from "../connection.ts";
import { CommandError } from "../terminal/failure.ts";
import { createProgress } from "../terminal/progress.ts";
import { type LeftOut, type Page, type PageOptions, readPage } from "./page.ts";

export interface PagesOptions extends PageOptions {
  /** Every hub that the key sees. */
  readonly all?: boolean;
}

/** Reads a hub, or all of them, and shows how far it is. */
export async function readPages(
  hub: string | undefined,
  options: PagesOptions,
  connection: ConnectionOptions,
): Promise<Page[]> {
  const progress = createProgress("Reading");
  const account = openAccount(await findConnection(connection), { onProgress: progress.update });
  try {
    const subdomains = await chooseHubs(account, hub, options.all ?? false);
    return await Promise.all(subdomains.map((subdomain) => readPage(account, subdomain, options)));
  } finally {
    progress.end();
  }
}

async function chooseHubs(account: Account, hub: string | undefined, all: boolean): Promise<string[]> {
  if (hub !== undefined && all) throw new CommandError(severalHubs.both({ hub }));
  if (hub !== undefined) return [hub];
  const subdomains = (await account.hubs.list()).map(({ subdomain }) => String(subdomain));
  if (subdomains.length === 0) throw new CommandError(noHub.command());
  if (all || subdomains.length === 1) return subdomains;
  throw new CommandError(severalHubs.none({ hubs: subdomains.join(", ") }));
}

/** What was left out, one line for records of one name that were left out for one reason. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  const groups = Map.groupBy(leftOut, ({ kind, label, reason }) => `${kind} ${JSON.stringify(label)}: ${reason}`);
  return [...groups].map(([text, { length }]) => `  ${length === 1 ? "" : `${length} x `}${text}`);
}
