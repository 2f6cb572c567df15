import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "../../emulator/state/make-folder.ts";
import { withoutCode } from "../../model/problem.ts";
import { filesExist, notUndone, unusableFolder } from "../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";
import { untilSettled } from "../terminal/interrupt.ts";
import { note } from "../terminal/output.ts";

/**
 * Writes files to a folder, all or none.
 *
 * @throws CommandError if one of the files exists, unless `force` overwrites them
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  { force }: { readonly force: boolean },
): Promise<void> {
  const existing = [...files.keys()].filter((path) => existsSync(resolve(folder, path)));
  if (existing.length > 0 && !force) throw new CommandError(filesExist({ folder, files: existing.join(", ") }));
  const undo = new Undo();
  await untilSettled(async () => {
    try {
      replaceFiles(
        [...files].map(([path, text]) => ({ path: resolve(folder, path), text })),
        undo,
      );
    } catch (error) {
      await undo.run();
      throw error;
    }
  });
}

/** Writes each file beside its place and renames it: nobody reads half a file, and only its folder needs to be writable. */
export function replaceFiles(
  files: readonly { readonly path: string; readonly text: string }[],
  undo: Pick<Undo, "add">,
): void {
  for (const { path: place, text } of files) {
    const made = prepareFolder(dirname(place));
    if (made !== undefined) undo.add(made, () => rmSync(made, { recursive: true, force: true }));
    // Follows a symbolic link, which stays in place.
    const path = existsSync(place) ? realpathSync(place) : place;
    const before = existsSync(path) ? { text: readFileSync(path), mode: statSync(path).mode } : undefined;
    move(path, text, before?.mode);
    undo.add(path, () => (before === undefined ? rmSync(path, { force: true }) : move(path, before.text, before.mode)));
  }
}

/**
 * Makes a folder if it isn't there, and checks that files can be written to it.
 *
 * @returns the first folder that it has made
 */
export function prepareFolder(folder: string): string | undefined {
  try {
    const made = makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return made;
  } catch (error) {
    throw new CommandError(unusableFolder({ folder, reason: (error as NodeJS.ErrnoException).code ?? "" }), {
      cause: error,
    });
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

/** The changes of a project that are undone together. */
export class Undo {
  readonly #changes: { readonly what: string; readonly step: (isWhole: boolean) => unknown }[] = [];

  /**
   * Registers a change.
   *
   * @param what a file or folder, or what else has changed
   * @param step undoes it. It learns whether all later changes were undone
   */
  add(what: string, step: (isWhole: boolean) => unknown): void {
    this.#changes.unshift({ what, step });
  }

  /**
   * Undoes the changes, the last one first. Each is tried, because one that can't be undone is no reason to keep the others, and
   * none throws, because that would hide why they are undone.
   *
   * @returns whether all were undone; the others are named on stderr
   */
  async run(): Promise<boolean> {
    let isWhole = true;
    for (const { what, step } of this.#changes) {
      try {
        await step(isWhole);
      } catch (error) {
        isWhole = false;
        note(notUndone({ what, reason: withoutCode(error instanceof Error ? error.message : String(error)) }));
      }
    }
    return isWhole;
  }
}
