import { stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { dataFile, startProcess } from "./process.ts";

/** What clients know of the services that they create, by `custom_id`. Neither set has those that a crash cut off. */
interface Known {
  readonly acknowledged: Set<string>;
  readonly rejected: Set<string>;
}

interface Round {
  readonly number: number;
  /** How many responses with which status the clients get before the emulator is killed. */
  readonly status: 200 | 507;
  readonly responses: number;
  /** How large the file may become, which simulates a full disk. */
  readonly mostBytes?: number;
}

/** Starts an emulator, checks the saved records, lets four clients create services, and kills the emulator. */
async function play(data: string, known: Known, { number, status, responses, mostBytes }: Round): Promise<void> {
  const { post, control, stop } = await startProcess(["--no-limits", "--data", data], { mostBytes });
  const read = async (): Promise<{ custom_id: string }[]> => (await control("GET", "/records/services")).body.data;
  const kept = new Set((await read()).map(({ custom_id }) => custom_id));
  expect([...known.acknowledged].filter((name) => !kept.has(name))).toEqual([]);
  expect([...known.rejected].filter((name) => kept.has(name))).toEqual([]);
  let left = responses;
  let killed: Promise<unknown> | undefined;
  const end = async () => {
    // Saved records can still be read when the disk is full.
    if (status === 507) expect((await read()).length).toBeGreaterThan(0);
    await stop("SIGKILL");
  };
  const client = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const name = `${number}-${writer}-${count}`;
      const service = { group_id: 1, name, custom_id: name };
      // If the connection breaks, the outcome isn't known.
      const response = await post("/hubs/acme/services", service).catch(() => undefined);
      if (!response) return;
      expect([200, 507]).toContain(response.status);
      known[response.status === 200 ? "acknowledged" : "rejected"].add(name);
      if (response.status === status) left -= 1;
      if (left <= 0) killed ??= end();
    }
  };
  await Promise.all([1, 2, 3, 4].map(client));
  await killed;
}

it("a kill at any moment loses no acknowledged write", async () => {
  const data = await dataFile();
  const known: Known = { acknowledged: new Set(), rejected: new Set() };
  for (const [number, responses] of [1, 2, 3, 7, 19, 61, 127, 200].entries())
    await play(data, known, { number, status: 200, responses });
  await play(data, known, { number: 99, status: 200, responses: 1 });
  expect(known.acknowledged.size).toBeGreaterThan(50);
});

it("with a full disk, writes are rejected: acknowledged ones are kept, rejected ones are not", async () => {
  const data = await dataFile();
  const known: Known = { acknowledged: new Set(), rejected: new Set() };
  for (const number of [0, 1, 2]) {
    const { size } = await stat(data).catch(() => ({ size: 32 * 1024 }));
    await play(data, known, { number, status: 507, responses: 20, mostBytes: size + 48 * 1024 });
  }
  await play(data, known, { number: 99, status: 200, responses: 1 });
  expect(known.acknowledged.size).toBeGreaterThan(10);
  expect(known.rejected.size).toBeGreaterThanOrEqual(45);
});
