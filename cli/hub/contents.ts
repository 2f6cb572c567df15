import { type Account, openAccount } from "../../provider/client/account.ts";
import type { Connection } from "../../provider/config.ts";
import { severalHubs } from "../errors/command.ts";
import { noHub } from "../errors/doctor.ts";
import { CommandError } from "../terminal/failure.ts";
import { withProgress } from "../terminal/progress.ts";
import { type ContentOptions, type HubContent, type LeftOut, readContent } from "./content.ts";

export type ChooseHubs = (account: Account) => Promise<readonly string[]>;

export const readContents = (
  connection: Connection,
  choose: ChooseHubs,
  options: ContentOptions,
): Promise<HubContent[]> =>
  withProgress("Reading", async (onProgress) => {
    const account = openAccount(connection, { onProgress });
    const subdomains = await choose(account);
    return Promise.all(subdomains.map((subdomain) => readContent(account, subdomain, options)));
  });

interface HubChoice {
  readonly all?: boolean;
  /** Says how to choose one of several. */
  readonly several?: (hubs: { readonly hubs: string }) => string;
}

/** Chooses one hub by its subdomain, the only one that the key sees, or all of them. */
export const chooseHubs =
  (hub: string | undefined, { all = false, several = severalHubs.none }: HubChoice): ChooseHubs =>
  async ({ hubs }) => {
    if (hub !== undefined && all) throw new CommandError(severalHubs.both({ hub }));
    if (hub !== undefined) return [hub];
    const subdomains = (await hubs.list()).map(({ subdomain }) => String(subdomain));
    if (subdomains.length === 0) throw new CommandError(noHub.command());
    if (all || subdomains.length === 1) return subdomains;
    throw new CommandError(several({ hubs: subdomains.join(", ") }));
  };

/** Describes the records that are left out: one line for records of the same kind, label and reason. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  const groups = Map.groupBy(
    leftOut,
    ({ kind, label, reason }) => `${kind}${label === "" ? "" : ` ${JSON.stringify(label)}`}: ${reason}`,
  );
  return [
    "Left out:",
    ...[...groups].map(([text, { length }]) => `  ${length === 1 ? "" : `${length} x `}${text}`),
  ].join("\n");
}
