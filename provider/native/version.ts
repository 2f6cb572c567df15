import { isAtLeast } from "../version.ts";

/** The version of this package. */
export const ownVersion = async (): Promise<string> =>
  (await import("../../package.json", { with: { type: "json" } })).default.version;

/**
 * What is wrong with the version that a program asks for. Pulumi looks at it where it chooses among installed plugins, but
 * not where Pulumi.yaml names a folder. A provider serves programs that are as old as it is, or older.
 */
export async function findVersionProblem(asked: unknown): Promise<string | undefined> {
  const own = await ownVersion();
  if (typeof asked !== "string" || isAtLeast(own, asked)) return undefined;
  return `The program asks for version ${asked} of the plugin statushub, and this is ${own}. Install that version`;
}
