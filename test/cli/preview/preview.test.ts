import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Preset } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { watch } from "./difference.ts";
import { addOthers, changeByHand, pageEdits, programOf } from "./edits.ts";
import { createKeys, previewOf, Rehearsal } from "./rehearsal.ts";

const schema = z.fromJSONSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/preview.schema.json"), "utf8")),
);
const keys = createKeys();
const preset: Preset = {
  hubs: [{ subdomain: "acme", name: "Acme", groups: ["1", "2", "3"] }],
  keys: keys.preset,
};

const now = Date.parse("2126-01-01T00:00:00Z");

it("says exactly what the update changes and who gets a message, and only reads", async () => {
  // Each look at the clock takes a second, so that what is deleted after a message has got it.
  let looks = 0;
  const clock = { now: () => now + 1000 * looks++ };
  const emulator = await temporaryEmulator({ preset, seriesDays: 60, clock });
  await fc.assert(
    fc.asyncProperty(pageEdits, fc.constantFrom("dynamic", "native"), async (edit, provider) => {
      emulator.reset();
      addOthers(emulator, edit);
      const stack = new Rehearsal("prod", { emulator, provider, keys });
      await stack.up(programOf(edit, "before"));
      changeByHand(emulator, edit);
      const expectSaid = watch(emulator);
      emulator.clearRequests();

      const program = programOf(edit, "after");
      const report = await previewOf(emulator, [{ stack: "prod", steps: await stack.plan(program) }]);

      expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
      expect(JSON.stringify(report)).not.toContain("Vx7h");
      schema.parse(report);
      emulator.clearRequests();
      await stack.up(program);
      const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
      expectSaid(report);
      // How many writes a series or a deleted subscription takes depends on what the update finds.
      const isExact = !JSON.stringify(edit).includes('"repeat":{') && !edit.manual.isDeleted;
      if (isExact) expect(report.writes).toBe(writes);
    }),
    { numRuns: 50, seed: 1, endOnFailure: true },
  );
});

it("explains several stacks on one hub in the order of their updates", async () => {
  let looks = 0;
  const emulator = await temporaryEmulator({ preset, clock: { now: () => now + 1000 * looks++ } });
  const hub = "acme";
  const [people, pages] = ["people", "pages"].map(
    (name) => new Rehearsal(name, { emulator, provider: "native", keys }),
  );
  const team = (name: string): Declared => ({
    ...{ name, kind: "Subscription" },
    args: { hub, method: "slack", address: `https://hooks.example.com/${name}`, label: name, services: "all" },
  });
  const api: Declared = { name: "api", kind: "Service", args: { hub, groupId: 1, name: "API" } };
  const work = { title: "Patching", startTime: "2126-03-01T02:00:00Z", endTime: "2126-03-01T03:00:00Z" };
  const serviceStatuses = [{ service: { ref: "api" }, status: "down" }];
  const programs = [
    [people, [team("stays"), team("starts")]],
    [pages, [api, { name: "work", kind: "Maintenance", args: { hub, ...work, serviceStatuses } }]],
  ] as const;
  await people?.up([team("stays"), team("ends")]);
  await pages?.up([api]);
  const expectSaid = watch(emulator);
  const planned = [];
  for (const [stack, program] of programs) {
    if (stack) planned.push({ stack: stack.stack, steps: await stack.plan(program) });
  }

  const report = await previewOf(emulator, planned);

  for (const [stack, program] of programs) await stack?.up(program);
  expectSaid(report);
  expect(report.hubs[0]?.messages).toMatchObject([{ recipients: { slack: 2 }, dependsOnOrder: 0 }]);
});
