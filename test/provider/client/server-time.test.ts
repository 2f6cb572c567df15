import { describe, expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { acme, failureOf, reachEmulator } from "./account.ts";
import { VirtualClock } from "./virtual-clock.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;

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
    expect(Math.abs(client.serverTime() - Date.now())).toBeLessThan(5000);
    await clock.run(hour);
    expect(client.serverTime() - Date.now()).toBeGreaterThan(hour - 5000);
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

  test.each(["soon", "", "2026", "0", "Sat, 99 Nov 2026 12:00:05 GMT"])(
    "is not changed by a response with the date %j",
    async (date) => {
      const { client, ask } = await reach();
      await ask({ headers: { date: new Date(noon).toUTCString() } });
      await ask({ headers: { date } });
      expect(client.serverTime()).toBe(noon);
    },
  );
});
