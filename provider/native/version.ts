import { otherVersion } from "../errors/native.ts";
import { isAtLeast } from "../versions.ts";

export const ownVersion = async (): Promise<string> =>
  (await import("../../package.json", { with: { type: "json" } })).default.version;

/**
 * Returns the problem with the version that a program asks for, if any. Pulumi checks it when it chooses among
 * installed plugins, but not if Pulumi.yaml names a folder. A provider supports programs of its own version or older.
 */
export async function findVersionProblem(asked: unknown): Promise<string | undefined> {
  const own = await ownVersion();
  if (typeof asked !== "string" || isAtLeast(own, asked)) return undefined;
  return otherVersion({ asked, own });
}
