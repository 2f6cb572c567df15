import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, and those that contain it. Not with the option `recursive`: Node would try forever below a folder in which
 * nobody can make one, such as `/proc`.
 *
 * @returns the first of the folders that weren't there; `undefined` if all were
 */
export function makeFolder(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const made = dirname(path) === path ? undefined : makeFolder(dirname(path));
  mkdirSync(path);
  return made ?? path;
}
