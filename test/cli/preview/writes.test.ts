import { describe, expect, it } from "vitest";
import type { Declared } from "../../engine-model/program.ts";
import { changeManually } from "../../laws/world.ts";
import { samples, subjectOf } from "../../samples/index.ts";
import { changed, firstChanges, full, minimal, type Subject } from "../../samples/program.ts";
import { createKeys, previewOf, startStack } from "./rehearsal.ts";

/*
 * The number of writes that a report prints is the number that the update sends.
 */

const keys = createKeys(3_000);
const services = ["one", "two", "three"].map((name) => ({ name }));

type Stage = Awaited<ReturnType<typeof startStack>>;

/** Explains an update, and makes it. */
async function update({ emulator, stack }: Stage, program: readonly Declared[]) {
  const report = await previewOf(emulator, [
    { stack: "prod", resources: stack.exported(), steps: await stack.plan(program) },
  ]);
  emulator.clearRequests();
  const failure = await stack.up(program).catch((error: Error) => error.message);
  const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
  return { report, failure, writes };
}

describe.each(Object.keys(samples))("of any change of a %s", (kind) => {
  const subject: Subject = subjectOf(kind);
  // A replacement of a record with the same unique values fails, because the old one is deleted last.
  const isReplacing = ({ name }: { readonly name: string }) => subject.definition.properties[name]?.replaces === true;
  const inPlace = firstChanges(subject).filter((change) => !isReplacing(change));
  const changes = inPlace.map(({ name, to }) => ({ ...full(subject), [name]: to.declared }));

  it("between its creation and its removal", async () => {
    const stage = await startStack(services, { keys });
    const told = [];
    for (const args of [minimal(subject), full(subject), ...changes, changed(subject), minimal(subject), undefined]) {
      const { report, failure, writes } = await update(stage, args ? [{ name: "it", kind, args }] : []);
      expect(failure).toBeUndefined();
      told.push({ args, said: report.writes, sent: writes });
    }
    expect(told.filter(({ said, sent }) => said !== sent)).toEqual([]);
  });

  it("that declares the value that somebody has given it, and then no longer declares what somebody has cleared", async () => {
    const { minimal: required, properties } = subject.samples;
    const stage = await startStack(services, { keys });
    const { emulator, stack } = stage;
    const program = (more: object = {}): Declared[] => [{ name: "it", kind, args: { ...minimal(subject), ...more } }];
    await stack.up(program());
    const told: object[] = [];
    async function expectExact(name: string, value: unknown, args: object) {
      // New dates replace a maintenance.
      const id = stack.idOf("it");
      await changeManually(emulator, kind, { id, body: { [properties[name]?.key ?? ""]: value } });
      const { report, writes } = await update(stage, program(args));
      const isExact = report.writes === writes && report.changes === writes > 0;
      if (!isExact) told.push({ name, args, said: report.writes, sent: writes, changes: report.changes });
    }
    for (const { name, to } of inPlace) {
      const { secret, cleared } = subject.definition.properties[name] ?? {};
      // Pulumi masks secrets, so nobody can tell whether one is declared with the live value.
      if (required.includes(name) || secret === true) continue;
      await expectExact(name, to.wire, { [name]: to.declared });
      await expectExact(name, cleared ?? to.wire, {});
    }
    expect(told).toEqual([]);
  });
});

describe("of a maintenance of which an occurrence is over", () => {
  const weekly = { interval: "weekly", endOn: "2126-03-31T00:00:00Z" };
  const first = { startTime: "2126-03-03T02:00:00Z", endTime: "2126-03-03T03:00:00Z" };
  const next = { startTime: "2126-03-12T02:00:00Z", endTime: "2126-03-12T03:00:00Z" };
  const work = (more: object): Declared => ({
    ...{ name: "work", kind: "Maintenance" },
    args: { hub: "acme", title: "Patching", serviceStatuses: [{ service: "1", status: "down" }], ...first, ...more },
  });

  async function updateLater(before: object, after: object | undefined) {
    const stage = await startStack(services, { keys });
    const { emulator, stack } = stage;
    emulator.clock.set(Date.parse("2126-03-01T00:00:00Z"));
    await stack.up([work(before)]);
    emulator.clock.set(Date.parse("2126-03-05T00:00:00Z"));
    return update(stage, after === undefined ? [] : [work(after)]);
  }

  it.each<[string, object, object | undefined, number]>([
    ["ends earlier", { repeat: weekly }, { repeat: { ...weekly, endOn: "2126-03-12T00:00:00Z" } }, 4],
    ["ends later", { repeat: weekly }, { repeat: { ...weekly, endOn: "2126-04-30T00:00:00Z" } }, 1],
    ["becomes a single one at another time", { repeat: weekly }, next, 3],
    ["is renamed", { repeat: weekly }, { repeat: weekly, title: "Other" }, 1],
    ["moves", { repeat: weekly }, { repeat: weekly, ...next }, 4],
    ["gets another pattern", { repeat: weekly }, { repeat: { ...weekly, interval: "daily" } }, 4],
    ["gets a new date", {}, next, 1],
    ["gets a new date and reminders", {}, { ...next, notifications: [{ offsetInMin: -60, offsetType: "start" }] }, 2],
    ["begins to repeat", {}, { repeat: weekly }, 2],
    ["is removed", { repeat: weekly }, undefined, 2],
    ["is renamed, but has no date that isn't over", {}, { title: "Other" }, 0],
  ])("that %s", async (_, before, after, count) => {
    const { report, failure, writes } = await updateLater(before, after);
    expect({ failure, writes, said: report.writes }).toEqual({ failure: undefined, writes: count, said: count });
  });
});
