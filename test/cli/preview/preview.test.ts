import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Emulator } from "../../../emulator/index.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { watch, watchFailing } from "./difference.ts";
import {
  addOthers,
  anyPageEdits,
  changeByHand,
  lookedUp,
  otherProgram,
  type PageEdit,
  programOf,
  withMovedSeries,
} from "./edits.ts";
import { createKeys, previewOf, rehearse } from "./rehearsal.ts";

const schema = z.fromJSONSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/preview.schema.json"), "utf8")),
);
const now = Date.parse("2126-01-01T00:00:00Z");
const { PREVIEW_RUNS: runs = "50", PREVIEW_SEED: seed = "1" } = process.env;

/** Each night, this runs more edits with a new seed, which it prints: CONTRIBUTING.md says how to repeat one. */
it(`[SAY-1] says exactly what the update changes and who gets a message, and only reads (seed ${seed})`, async () => {
  // Each look at the clock takes a second, so that what is deleted after a message has got it.
  let looks = 0;
  const clock = { now: () => now + 1000 * looks++ };
  const keys = createKeys(300 * Number(runs));
  const preset = { hubs: [{ subdomain: "acme", name: "Acme", groups: ["1", "2", "3"] }], keys: keys.preset };
  const emulator = await temporaryEmulator({ preset, seriesDays: 60, clock });
  const property = fc.asyncProperty(anyPageEdits, fc.constantFrom("dynamic", "native"), (edit, provider) => {
    emulator.reset();
    return expectForetold({ emulator, keys, provider, edit });
  });
  await fc.assert(property, { numRuns: Number(runs), seed: Number(seed), endOnFailure: true });
});

interface Case {
  readonly emulator: Emulator;
  readonly keys: ReturnType<typeof createKeys>;
  readonly provider: "dynamic" | "native";
  readonly edit: PageEdit;
}

async function expectForetold({ emulator, keys, provider, edit }: Case): Promise<void> {
  addOthers(emulator, edit);
  const stack = rehearse({ emulator, provider, keys });
  const other = rehearse({ emulator, provider, keys, stack: "other" });
  await stack.up(programOf(edit, "before"));
  await other.up(otherProgram(edit, "before"));
  if (edit.more?.isInterrupted) {
    emulator.faults.add({ operation: "deleteMaintenance", status: 403, times: Number.POSITIVE_INFINITY });
    await stack.up(withMovedSeries(edit)).catch(() => undefined);
    emulator.faults.clear();
  }
  changeByHand(emulator, edit);
  const expectExactly = watch(emulator);
  const expectAtMost = watchFailing(emulator);
  emulator.clearRequests();

  const program = programOf(edit, "after");
  const lookups = provider === "native" ? lookedUp(edit) : [];
  const asked = [
    await stack.ask(program, lookups),
    ...(edit.more?.other ? [await other.ask(otherProgram(edit, "after"))] : []),
  ];
  const report = await previewOf(emulator, asked);

  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(JSON.stringify(report)).not.toContain("Vx7h");
  schema.parse(report);
  emulator.clearRequests();
  const failure = await stack.up(program, lookups).catch((error: Error) => error.message);
  await other.up(otherProgram(edit, "after"));
  const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
  if (failure === undefined) {
    expectExactly(report);
    expect(report).toMatchObject({ fails: false, failures: [] });
    expect(report.writes).toBe(writes);
  } else {
    expect({ failure, foretold: report.failures.some(({ message }) => isSame(message, failure)) }).toEqual({
      failure,
      foretold: true,
    });
    expectAtMost(report);
    expect(writes).toBeLessThanOrEqual(report.writes);
  }
}

const codeIn = (message: string) => /\[(SH\d+)\]/.exec(message)?.[1] ?? "";

/** Pulumi's own refusals have no code. */
const isSame = (foretold: string, failure: string): boolean =>
  codeIn(foretold) === codeIn(failure) && foretold.includes("protected") === failure.includes("protected");
