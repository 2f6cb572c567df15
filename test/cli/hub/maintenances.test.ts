import { describe, expect, it } from "vitest";
import { groupMaintenances } from "../../../cli/hub/maintenances.ts";
import type { Live } from "../../../model/api/form.ts";

const weekly = { interval: "weekly", interval_options: { enabled_days: "sunday" } };

const event = (id: number, day: string, more: object = {}): Live => ({
  id: String(id),
  title: "Patching",
  start_time: `${day}T02:00:00Z`,
  end_time: `${day}T03:00:00Z`,
  flags: { draft: false },
  event_repeat: null,
  ...more,
});

const now = "2026-12-01T00:00:00Z";

/** Groups records whose pattern isn't listed, and counts those that are read in full. */
async function group(...records: Live[]) {
  const read: string[] = [];
  const lean = records.map(({ event_repeat, ...record }) => record);
  const events = await groupMaintenances(lean, {
    async readInFull({ id }) {
      read.push(String(id));
      return records.find((record) => record.id === id) ?? {};
    },
    isHistory: ({ end_time }) => String(end_time) < now,
  });
  return { events: events.map(({ record, occurrences }) => [record.id, occurrences.map(({ id }) => id)]), read };
}

describe("the occurrences of a series", () => {
  it.each([{ event_repeat: weekly }, {}])(
    "are found with one GET, whether they carry its pattern or not",
    async (more) => {
      const first = event(1, "2026-12-06", { event_repeat: weekly });
      const { events, read } = await group(event(3, "2026-12-20", more), first, event(2, "2026-12-13", more));
      expect(events).toEqual([["1", ["2", "3"]]]);
      expect(read).toEqual(["1"]);
    },
  );

  it("don't include records with another title, length, time of day or weekday, or after the end", async () => {
    const first = event(1, "2026-12-06", { event_repeat: { ...weekly, end_on: "2026-12-31T00:00:00Z" } });
    const others = [
      event(2, "2026-12-13", { title: "Upgrade" }),
      event(3, "2026-12-13", { end_time: "2026-12-13T04:00:00Z" }),
      event(4, "2026-12-13", { start_time: "2026-12-13T02:30:00Z", end_time: "2026-12-13T03:30:00Z" }),
      event(5, "2026-12-14"),
      event(6, "2027-01-03"),
    ];
    const { events } = await group(first, ...others);
    expect(events.toSorted()).toEqual([first, ...others].map(({ id }) => [id, []]));
  });

  it("include edited records that still carry the pattern", async () => {
    const more = { event_repeat: weekly };
    const changed = event(3, "2026-12-21", { ...more, title: "Patching, a day late" });
    const { events } = await group(event(1, "2026-12-06", more), event(2, "2026-12-13", more), changed);
    expect(events).toEqual([["1", ["2", "3"]]]);
  });

  it("stay together if the first record was edited", async () => {
    const more = { event_repeat: weekly };
    const first = event(1, "2026-12-06", { ...more, end_time: "2026-12-06T05:00:00Z" });
    const { events } = await group(first, event(2, "2026-12-13", more), event(3, "2026-12-20", more));
    expect(events).toEqual([["1", ["2", "3"]]]);
  });

  it("are the records that carry the same pattern, if its meaning is unknown", async () => {
    const more = { event_repeat: { interval: "every 2nd moon" } };
    const { events } = await group(event(1, "2026-12-06", more), event(2, "2026-12-09", more), event(3, "2026-12-11"));
    expect(events).toEqual([
      ["1", ["2"]],
      ["3", []],
    ]);
  });

  it.each([
    ["daily", "2026-12-07"],
    ["monthly", "2027-01-06"],
    ["yearly", "2027-12-06"],
  ])("repeat %s", async (interval, day) => {
    const { events } = await group(event(1, "2026-12-06", { event_repeat: { interval } }), event(2, day));
    expect(events).toEqual([["1", ["2"]]]);
  });
});

describe("what has ended", () => {
  it("is left out without a GET for each", async () => {
    const ended = ["2026-01-04", "2026-02-01", "2026-03-01"].map((day, index) => event(index + 1, day));
    expect(await group(...ended)).toEqual({ events: [], read: [] });
    const { events, read } = await group(...ended, event(4, "2026-12-06"));
    expect({ events, read }).toEqual({ events: [["4", []]], read: ["1", "4"] });
    const moons = [...ended, event(4, "2026-12-06")].map((each) => ({ ...each, event_repeat: { interval: "moons" } }));
    expect(await group(...moons)).toEqual({ events: [["1", ["4"]]], read: ["1", "4"] });
  });

  it("still begins a series that goes on", async () => {
    const first = event(1, "2026-11-22", { event_repeat: weekly });
    const { events, read } = await group(first, event(2, "2026-11-29"), event(3, "2026-12-06"));
    expect({ events, read }).toEqual({ events: [["1", ["2", "3"]]], read: ["1"] });
    const over = { event_repeat: { ...weekly, end_on: "2026-11-30T00:00:00Z" } };
    const { events: after } = await group(
      event(1, "2026-11-22", over),
      event(2, "2026-11-29", over),
      event(3, "2026-12-06"),
    );
    expect(after).toEqual([["3", []]]);
  });
});
