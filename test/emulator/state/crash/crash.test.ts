import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Ledger } from "./ledger.ts";
import { finalCheck, fullDiskRound, killRound, type Round } from "./round.ts";

async function rounds(): Promise<(number: number) => Round> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-crash-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ledger = new Ledger();
  return (number) => ({ data: join(folder, "data"), ledger, number });
}

it("a kill at any moment loses no acknowledged write", async () => {
  const roundOf = await rounds();
  const problems: string[] = [];
  for (const [number, killAfter] of [1, 2, 3, 7, 19, 61, 127, 200].entries())
    problems.push(...(await killRound(roundOf(number), killAfter)));
  expect([...problems, ...(await finalCheck(roundOf(8)))]).toEqual([]);
  expect(roundOf(0).ledger.acknowledged).toBeGreaterThan(50);
}, 180_000);

it("with a full disk, writes are rejected: acknowledged ones are kept, rejected ones are not", async () => {
  const roundOf = await rounds();
  const problems: string[] = [];
  for (const number of [0, 1, 2]) problems.push(...(await fullDiskRound(roundOf(number))));
  expect([...problems, ...(await finalCheck(roundOf(3)))]).toEqual([]);
  const { acknowledged, failed } = roundOf(0).ledger;
  expect(acknowledged).toBeGreaterThan(10);
  expect(failed).toBeGreaterThanOrEqual(45);
}, 180_000);
