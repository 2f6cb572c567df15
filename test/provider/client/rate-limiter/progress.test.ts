import { describe, expect, it } from "vitest";
import { describeUsage } from "../../../../provider/client/rate-limiter/progress.ts";
import { StrictServer, startLimiter } from "../strict-server.ts";

const trip = () => ({ out: 60, back: 60 });

function start(limit = 5) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(`${Math.round(clock.now() / 1000)} s ${line}`);
  const { clock, limiter } = startLimiter({ limit, longestStall: 900_000, print });
  return { clock, lines, limiter, server: new StrictServer(clock) };
}

async function write({ clock, limiter, server }: ReturnType<typeof start>, count: number, parallel: number) {
  const all = server.sendAll(limiter, { count, parallel, trip });
  await clock.run();
  await all;
}

describe("progress", () => {
  it("prints how many are done and how fast, each time after twice as long", async () => {
    const run = start();
    await write(run, 300, 300);
    expect(run.lines).toEqual([
      "5 s StatusHub: 25 writes done, 4.8 a second (the API allows 5)",
      "10 s StatusHub: 50 writes done, 4.9 a second (the API allows 5)",
      "20 s StatusHub: 100 writes done, 4.9 a second (the API allows 5)",
      "40 s StatusHub: 200 writes done, 5.0 a second (the API allows 5)",
    ]);
  });

  it("reports a request that gets a 429, without blaming another client for it", async () => {
    const run = start();
    const [first] = await Promise.all([run.limiter.acquire(), write(run, 60, 60)]);
    expect(run.lines.join()).not.toContain("429");
    first.rateLimited();
    await write(run, 60, 60);
    expect(run.lines.at(-1)).toMatch(
      / a second \(the API allows 5\); 1 was rejected with 429 because the limit was reached, and sent again$/,
    );
  });

  it("is silent if it takes less", async () => {
    const run = start();
    await write(run, 25, 25);
    await run.clock.run(60_000);
    await write(run, 25, 25);
    expect(run.lines).toEqual([]);
  });

  it("is silent while no request waits for the limit", async () => {
    const run = start();
    for (let second = 0; second < 20; second++) {
      await write(run, 1, 1);
      await run.clock.run(run.clock.now() + 1000);
    }
    expect(run.lines).toEqual([]);
  });

  it("says so once when the API asks for a long pause", async () => {
    const { clock, limiter, lines } = start();
    const both = [await limiter.acquire(), await limiter.acquire()];
    for (const permit of both) permit.rateLimited(60_000);
    expect(lines).toEqual(["0 s StatusHub: the API asks to wait 60 s; 0 writes done, the others wait"]);
    expect(limiter.rateLimited).toBe(2);
    await clock.run();
  });

  it("doesn't announce a pause that no request waits for", async () => {
    const { limiter, lines } = start();
    (await limiter.acquire()).rateLimited(86_400_000);
    expect(lines).toEqual([]);
  });
});

describe("the summary of a run", () => {
  const none = { done: 0, rateLimited: 0, pausesBelowLimit: 0 };
  const usage = (writes: object, reads: object) =>
    describeUsage({ reads: { ...none, ...reads }, writes: { ...none, ...writes } });

  it("says how much of both limits a long one has used, and nothing of one of less than five seconds", () => {
    expect(usage({ done: 100 }, { done: 3 })).toBe(
      "StatusHub: sent 100 writes and 3 reads (the API allows 5 and 30 a second); none was rejected with 429",
    );
    expect(usage({}, { done: 150 })).toContain("150 reads");
    expect(usage({ done: 24 }, { done: 149 })).toBeUndefined();
  });

  const [reached, others] = [
    " because the limit was reached, and sent again",
    ", so another client probably uses this key",
  ];

  it.each([
    ["a burst of reads", {}, { rateLimited: 2 }, `2 were rejected with 429${reached}`],
    ["writes below our own pace", { rateLimited: 5, pausesBelowLimit: 1 }, {}, `5 were rejected with 429${others}`],
    ["a read below our own pace", {}, { rateLimited: 1, pausesBelowLimit: 1 }, `1 was rejected with 429${others}`],
  ])("always says that 429s have met %s", (_, writes, reads, text) => {
    const sent = "StatusHub: sent 1 write and 1 read (the API allows 5 and 30 a second); ";
    expect(usage({ done: 1, ...writes }, { done: 1, ...reads })).toBe(sent + text);
  });
});
