import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { SharedAdoptions } from "./lifecycle/owners.ts";

/** Milliseconds after which we treat an adoption as left over from an earlier run whose engine had the same address. */
const longestRun = 24 * 60 * 60_000;

/**
 * Shares adoptions between the provider processes of one run. When a resource is renamed and also moves from the
 * dynamic to the native provider, or to another Provider, one process adopts the record and another deletes it. Every
 * process knows the engine's address, so each adoption is an empty file in a folder named after it.
 *
 * @param engine the address by which Pulumi started this process; if missing, nothing is shared
 * @param baseUrl tells accounts apart
 */
export function shareAdoptions(engine: string | undefined, baseUrl: string | undefined): SharedAdoptions | undefined {
  if (engine === undefined || baseUrl === undefined || !/:\d+$/.test(engine)) return undefined;
  const folder = join(tmpdir(), `pulumi-statushub-${userInfo().uid}`, digest(engine));
  const prefix = (record: string) => `${digest(`${baseUrl} ${record}`)}.`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (record: string, adoption: string) => join(folder, `${prefix(record)}${adoption}`);
  const isOfThisRun = (file: string) => Date.now() - statSync(join(folder, file)).mtimeMs < longestRun;
  return {
    add: (record, adoption) => writeFileSync(fileOf(record, adoption), "", { mode: 0o600 }),
    remove: (record, adoption) => rmSync(fileOf(record, adoption), { force: true }),
    of: (record) =>
      readdirSync(folder)
        .filter((file) => file.startsWith(prefix(record)) && isOfThisRun(file))
        .map((file) => file.slice(prefix(record).length)),
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 24);
