import { oldestPulumi } from "../../cli/project/pulumi.ts";
import manifest from "../../package.json" with { type: "json" };
import { outputOf } from "../../tools/command.ts";
import { getPulumi } from "../../tools/engine/get-pulumi.ts";
import { pinnedVersion } from "../../tools/engine/sources.ts";

/** Two versions of Pulumi that users may have together. */
export interface Pair {
  /** The version of the CLI. */
  readonly cli: string;
  /** The version of the package `@pulumi/pulumi`. */
  readonly sdk: string;
}

/** What the test has seen in a pair in which everything else works. */
export interface TriedPair extends Pair {
  /** Whether a preview knows the IDs of records that the program reads through the SDK's own class. */
  readonly knowsReadIds: boolean;
}

/** The oldest versions that we support, those of the lock file, and the latest. */
export async function findPairs(): Promise<Pair[]> {
  const latest = (await outputOf("npm", ["view", "@pulumi/pulumi", "version"])).trim();
  const oldest = manifest.peerDependencies["@pulumi/pulumi"].replace(/^\D*/, "");
  const sdks = new Set([oldest, pinnedVersion, latest]);
  const clis = new Set([oldestPulumi, await findNewestCli(latest)]);
  return [...sdks].flatMap((sdk) => [...clis].map((cli) => ({ sdk, cli })));
}

/** A CLI is released with each SDK, but where Pulumi's site can't be reached, only the pinned ones can be had. */
async function findNewestCli(latest: string): Promise<string> {
  const found = await getPulumi(latest).catch(() => getPulumi(pinnedVersion));
  return found.version;
}
