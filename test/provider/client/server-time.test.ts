import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { parseRetryAfter } from "../../../provider/client/retry-after.ts";
import { type Creation, creationOf } from "../../../provider/client/server-time.ts";
import { acme, failureOf, reachEmulator } from "./account.ts";
import { VirtualClock } from "./virtual-clock.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const [hour, day] = [3_600_000, 86_400_000];

describe("the server's time", () => {
  async function reach() {
    const clock = new VirtualClock();
    const { emulator, account } = await reachEmulator({}, { clock });
    const ask = (fault: object) => {
      emulator.faults.add(fault);
      return account.client.perform(operations.getHub, acme);
    };
    return { clock, client: account.client, ask };
  }

  test("is that of this machine before the first response", async () => {
    const { clock, client } = await reach();
    expect(Math.abs(client.serverTime() - Date.now())).toBeLessThan(hour / 2);
    await clock.run(hour);
    expect(client.serverTime() - Date.now()).toBeGreaterThan(hour / 2);
  });

  test("is that of the latest response, and continues with the client's clock", async () => {
    const { clock, client, ask } = await reach();
    await ask({ headers: { date: new Date(noon).toUTCString() } });
    expect(client.serverTime()).toBe(noon);
    await clock.run(1500);
    expect(client.serverTime()).toBe(noon + 1500);
    await failureOf(ask({ status: 422, headers: { date: "Saturday, 21-Nov-26 11:00:00 GMT" } }));
    expect(client.serverTime()).toBe(noon - hour);
  });

  test("of an earlier moment is known to a second, and to the time that the request took", async () => {
    const { clock, client, ask } = await reach();
    expect(client.serverTimeAt(clock.now())).toBeUndefined();
    await ask({ headers: { date: new Date(noon).toUTCString() } });
    await clock.run(5000);
    expect(client.serverTimeAt(2000)).toEqual({ earliest: noon + 2000, latest: noon + 3000 });
  });

  test("isn't changed by a response without a date", async () => {
    const { client, ask } = await reach();
    await ask({ headers: { date: new Date(noon).toUTCString() } });
    for (const date of ["soon", "", "2026", "0", "Sat, 99 Nov 2026 12:00:05 GMT"]) await ask({ headers: { date } });
    expect(client.serverTime()).toBe(noon);
  });
});

const period = { earliest: noon, latest: noon + 1200 };
const creations: readonly (readonly [createdAt: unknown, Creation])[] = [
  ["2026-11-21T11:59:58Z", "before"],
  ["2026-11-21T11:59:59Z", "before"],
  ["2026-11-21T12:00:00Z", "after"],
  ["2026-11-21T12:00:01Z", "after"],
  ["2026-11-21T12:00:02Z", "after"],
  ["2026-11-21 13:00:02+01:00", "after"],
  ["2026-11-21T11:59:59.999Z", "before"],
  ["2026-11-21T12:00:00.000Z", "after"],
  ["2026-11-21T12:00:01.2Z", "after"],
  ["2026-11-21T12:00:01.19Z", "after"],
  [undefined, "unclear"],
  [null, "unclear"],
  ["yesterday", "unclear"],
  [{ toString: 1 }, "unclear"],
];

test.each(creations)(
  "a record created at %j, for a POST sent at 12:00:00 to 12:00:01.2, was created: %s",
  (at, expected) => {
    expect(creationOf(at, period)).toBe(expected);
    expect(creationOf(at, undefined), "without the server's clock").toBe("unclear");
  },
);

describe("parseRetryAfter", () => {
  // A date without a zone is UTC, wherever this machine is.
  beforeEach(() => void vi.stubEnv("TZ", "Asia/Tokyo"));
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    ["1", 1000],
    ["0", 0],
    [" 30 ", 30_000],
    ["0.5", 500],
    ["Sat, 21 Nov 2026 12:00:05 GMT", 5000],
    ["Saturday, 21-Nov-26 12:00:05 GMT", 5000],
    ["Sat Nov 21 12:00:05 2026", 5000],
    ["Sun Nov  1 12:00:05 2026", 0],
    ["Sat, 21 Nov 2026 11:59:59 GMT", 0],
    ["999999999999999999999", day],
    ["Sat, 21 Nov 2099 12:00:05 GMT", day],
  ])("reads %j as %d ms", (header, expected) => {
    expect(parseRetryAfter(header, noon)).toBe(expected);
  });

  test("ignores anything else", () => {
    const numbers = ["-1", "1s", "NaN", "Infinity", "1e3", "0x10"];
    for (const header of [undefined, "", " ", "soon", "Sunny 5", "Sat, 99 Nov 2026 12:00:05 GMT", ...numbers])
      expect(parseRetryAfter(header, noon), header).toBeUndefined();
  });

  test("returns, for any text, either nothing or a pause of 0 to one day", () => {
    const headers = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(headers, fc.date({ noInvalidDate: true }), (header, moment) => {
        const pause = parseRetryAfter(header, moment.getTime());
        return pause === undefined || (pause >= 0 && pause <= day);
      }),
    );
  });
});
