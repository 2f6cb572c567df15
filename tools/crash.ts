import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ledger } from "./crash/ledger.ts";
import { finalCheck, fullDiskRound, killRound, type Round } from "./crash/round.ts";
import { main } from "./main.ts";

/*
 * Kills the emulator under four writers, and fills its disk, again and again on one data file: `npm run crash -- 200 20`.
 * An acknowledged write must survive, and a refused one must leave nothing.
 */
await main(async () => {
  const [kills = 200, fulls = 20] = process.argv.slice(2).map(Number);
  const folder = await mkdtemp(join(tmpdir(), "statushub-crash-"));
  const ledger = new Ledger();
  const roundOf = (number: number): Round => ({ data: join(folder, "data"), ledger, number });
  const problems: string[] = [];
  try {
    for (let number = 0; number < kills; number += 1)
      problems.push(...(await killRound(roundOf(number), 1 + Math.floor(Math.random() * 200))));
    for (let number = kills; number < kills + fulls; number += 1)
      problems.push(...(await fullDiskRound(roundOf(number))));
    problems.push(...(await finalCheck(roundOf(kills + fulls))));
  } finally {
    await rm(folder, { recursive: true });
  }
  for (const problem of new Set(problems)) console.error(problem);
  const { acknowledged, failed } = ledger;
  console.log(
    `${kills} kills, ${fulls} full disks: ${acknowledged} records acknowledged, ${failed} writes refused, ${problems.length} contradictions`,
  );
  return problems.length === 0 ? 0 : 1;
});
