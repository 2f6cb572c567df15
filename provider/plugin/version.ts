import { otherVersion } from "../../errors/native.ts";
import { unknownKind } from "../../errors/up.ts";
import { StatusHubError } from "../client/errors.ts";
import { declaredKey } from "../lifecycle/state.ts";
import type { Definition, Values } from "../resources/define.ts";
import { isAtLeast } from "../version.ts";

/** The version of this plugin. */
export const ownVersion = async (): Promise<string> =>
  (await import("../../package.json", { with: { type: "json" } })).default.version;

/**
 * What is wrong with the version that a program asks for. Pulumi looks at it where it chooses among installed plugins, and
 * not where Pulumi.yaml names a folder. A plugin serves the programs that are as old as it is, or older.
 */
export async function findVersionProblem(asked: unknown): Promise<string | undefined> {
  const own = await ownVersion();
  if (typeof asked !== "string" || isAtLeast(own, asked)) return undefined;
  return otherVersion({ asked, own });
}

/**
 * Refuses a state that declares what this version does not know: it would be lost, or treated as removed. The names of
 * properties never change, so it is a newer version that has them.
 */
export async function refuseNewerState({ kind, properties }: Definition, olds: Values): Promise<void> {
  const names = olds[declaredKey];
  const strangers = Array.isArray(names) ? names.filter((name) => properties[name] === undefined) : [];
  if (strangers.length === 0) return;
  throw new StatusHubError(
    unknownKind.properties({ properties: strangers.join(", "), kind, version: await ownVersion() }),
  );
}
