import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "../../emulator/state/make-folder.ts";
import { filesExist, unusableFolder } from "../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";
import { untilSettled } from "../terminal/interrupt.ts";

/**
 * Writes files to a folder.
 *
 * @throws CommandError if one of the files exists
 */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const existing = [...files.keys()].filter((path) => existsSync(resolve(folder, path)));
  if (existing.length > 0) throw new CommandError(filesExist({ folder, files: existing.join(", ") }));
  // Finds what can't be written before anything is.
  for (const path of files.keys()) prepareFolder(dirname(resolve(folder, path)));
  await untilSettled(async () => {
    for (const [path, text] of files) replaceFile(resolve(folder, path), text);
  });
}

/** Writes a file beside its place and renames it: nobody reads half a file, and only its folder needs to be writable. */
export function replaceFile(place: string, text: string): void {
  prepareFolder(dirname(place));
  // Follows a symbolic link, which stays in place.
  const path = existsSync(place) ? realpathSync(place) : place;
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  try {
    writeFileSync(draft, text, { flag: "wx" });
    if (existsSync(path)) chmodSync(draft, statSync(path).mode);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Makes a folder if it isn't there, and checks that files can be written to it. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new CommandError(unusableFolder({ folder, reason: (error as NodeJS.ErrnoException).code ?? "" }), {
      cause: error,
    });
  }
}
