import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { filesExist } from "../../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";

/**
 * Writes files to a folder, all or none: after a failure, the previous files are restored.
 *
 * @throws CommandError if one of the files exists, unless `force` overwrites them
 */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>, { force }: { force: boolean }): void {
  const existing = [...files.keys()].filter((path) => existsSync(resolve(folder, path)));
  if (existing.length > 0 && !force) throw new CommandError(filesExist({ folder, files: existing.join(", ") }));
  replaceFiles(new Map([...files].map(([path, text]) => [resolve(folder, path), text])));
}

/**
 * Writes files by their paths, all or none. Each is written beside its final place and then renamed, so that nobody reads half
 * a file, and only the folders of the files need to be writable.
 *
 * @returns a function that restores the previous files
 */
export function replaceFiles(files: ReadonlyMap<string, string>): () => void {
  const undo: (() => void)[] = [];
  const undoAll = (): void => {
    const step = undo.pop();
    if (step === undefined) return;
    try {
      step();
    } finally {
      // Even if one file can't be restored, the others are.
      undoAll();
    }
  };
  try {
    for (const [path, text] of files) undo.push(...replaceFile(path, text));
  } catch (error) {
    undoAll();
    throw error;
  }
  return undoAll;
}

// Synchronous, so that Ctrl-C can't interrupt it halfway.
function replaceFile(place: string, text: string): (() => void)[] {
  const made = mkdirSync(dirname(place), { recursive: true });
  const removeFolder = made === undefined ? [] : [() => rmSync(made, { recursive: true, force: true })];
  try {
    // Follows a symbolic link, which stays in place.
    const path = existsSync(place) ? realpathSync(place) : place;
    const before = existsSync(path) ? { text: readFileSync(path), mode: statSync(path).mode } : undefined;
    move(path, text, before?.mode);
    return [
      ...removeFolder,
      () => (before === undefined ? rmSync(path, { force: true }) : move(path, before.text, before.mode)),
    ];
  } catch (error) {
    for (const step of removeFolder) step();
    throw error;
  }
}

function move(path: string, text: string | Buffer, mode?: number): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  try {
    writeFileSync(draft, text, { flag: "wx" });
    if (mode !== undefined) chmodSync(draft, mode);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
