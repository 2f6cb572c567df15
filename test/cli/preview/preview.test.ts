import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Preset } from "../../../emulator/index.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { watch } from "./difference.ts";
import { addOthers, changeByHand, pageEdits, programOf } from "./edits.ts";
import { createKeys, previewOf, rehearse } from "./rehearsal.ts";

const schema = z.fromJSONSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/preview.schema.json"), "utf8")),
);
const keys = createKeys();
const preset: Preset = {
  hubs: [{ subdomain: "acme", name: "Acme", groups: ["1", "2", "3"] }],
  keys: keys.preset,
};

const now = Date.parse("2126-01-01T00:00:00Z");

it("[SAY-1] says exactly what the update changes and who gets a message, and only reads", async () => {
  // Each look at the clock takes a second, so that what is deleted after a message has got it.
  let looks = 0;
  const clock = { now: () => now + 1000 * looks++ };
  const emulator = await temporaryEmulator({ preset, seriesDays: 60, clock });
  await fc.assert(
    fc.asyncProperty(pageEdits, fc.constantFrom("dynamic", "native"), async (edit, provider) => {
      emulator.reset();
      addOthers(emulator, edit);
      const stack = rehearse({ emulator, provider, keys });
      await stack.up(programOf(edit, "before"));
      changeByHand(emulator, edit);
      const expectSaid = watch(emulator);
      emulator.clearRequests();

      const program = programOf(edit, "after");
      const report = await previewOf(emulator, [await stack.ask(program)]);

      expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
      expect(JSON.stringify(report)).not.toContain("Vx7h");
      schema.parse(report);
      emulator.clearRequests();
      await stack.up(program);
      const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
      expectSaid(report);
      expect(report).toMatchObject({ fails: false, failures: [] });
      expect(report.writes).toBe(writes);
    }),
    { numRuns: 50, seed: 1, endOnFailure: true },
  );
});
