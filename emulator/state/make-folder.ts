import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, and those that contain it. Not with the option `recursive`: Node would try forever below a folder in which
 * nobody can make one, such as `/proc`.
 *
 * @returns the first of the folders that weren't there; `undefined` if all were
 */
export function makeFolder(path: string): string | undefined {
  if (isFolder(path)) return undefined;
  const made = dirname(path) === path ? undefined : makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
    return made;
  }
  return made ?? path;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
