import { rmSync } from "node:fs";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "../terminal/failure.ts";
import { onInterrupt } from "../terminal/interrupt.ts";

export interface WriteOptions {
  /** Replaces files that are there. */
  readonly force: boolean;
}

/**
 * Writes files into a folder, all or none: they are made in a folder beside it and moved when all are there. A failure in
 * the middle of the move puts back what was there before.
 */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>, { force }: WriteOptions) {
  const target = resolve(folder);
  if (!force) await refuseToReplace(target, [...files.keys()]);
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(join(dirname(target), ".statushub-"));
  const release = onInterrupt(() => rmSync(work, { recursive: true, force: true }));
  try {
    await fill(join(work, "new"), files);
    await moveAll([...files.keys()], { from: join(work, "new"), to: target, aside: join(work, "old") });
  } finally {
    release();
    await rm(work, { recursive: true, force: true });
  }
}

/** @throws CommandError where one of the files is there */
export async function refuseToReplace(folder: string, paths: readonly string[]): Promise<void> {
  const found = await Promise.all(paths.map((path) => exists(join(folder, path))));
  const existing = paths.filter((_, index) => found[index]);
  if (existing.length === 0) return;
  throw new CommandError(
    `${folder} already has ${existing.join(", ")}, and nothing was written. Replace them with --force, or choose another folder.`,
  );
}

async function fill(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

interface Move {
  readonly from: string;
  readonly to: string;
  /** Where files go that are replaced. */
  readonly aside: string;
}

async function moveAll(paths: readonly string[], { from, to, aside }: Move): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const path of paths) {
      const place = join(to, path);
      await mkdir(dirname(place), { recursive: true });
      if (await exists(place)) {
        await mkdir(dirname(join(aside, path)), { recursive: true });
        await rename(place, join(aside, path));
        undo.push(() => rename(join(aside, path), place));
      }
      await rename(join(from, path), place);
      undo.push(() => rm(place));
    }
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
