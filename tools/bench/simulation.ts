import { paceMargins } from "../../provider/client/limits.ts";
import { RateLimiter } from "../../provider/client/rate-limiter/index.ts";
import { bestPossible, type Knowledge } from "../../test/provider/client/best-possible.ts";
import { createChance, StrictServer, spanOf, type Trip, uneven } from "../../test/provider/client/strict-server.ts";
import { VirtualClock } from "../../test/provider/client/virtual-clock.ts";

/*
 * Runs the rate limiter against a strict server in simulated time, and shows how far it is from the best possible pace
 * and how often it gets a 429. The rate limiter's constants come from these results. `npm run bench:simulation --
 * [runs]`
 */

const limit = 5;
const window = 1000;

interface Network {
  readonly trip: () => Trip;
  readonly knowledge: Knowledge;
}

interface Case {
  readonly what: string;
  readonly count: number;
  readonly network: (chance: () => number) => Network;
}

const unevenNetwork = (chance: () => number): Network => ({
  trip: () => uneven(chance),
  knowledge: { shortest: 60, variation: paceMargins.variation },
});

/** 60 ms each way with 1 ms of jitter. */
const steadyNetwork =
  (least: number, most: number) =>
  (chance: () => number): Network => ({
    trip: () => ({ out: 60 + chance(), work: least + (most - least) * chance(), back: 60 + chance() }),
    knowledge: { shortest: 120 + least, variation: paceMargins.variation },
  });

const cases: readonly Case[] = [
  { what: "60 to 180 ms", count: 100, network: unevenNetwork },
  { what: "60 to 180 ms", count: 1000, network: unevenNetwork },
  ...[0, 0.3, 3, 10].map((seconds) => ({
    what: `120 ms, responses after ${seconds} s`,
    count: 100,
    network: steadyNetwork(1000 * seconds, 1000 * seconds),
  })),
  { what: "120 ms, responses after 0.1 to 2 s", count: 100, network: steadyNetwork(100, 2000) },
];

interface Result {
  /** Milliseconds from the first to the last arrival, for ours and for the best possible pace. */
  readonly time: number;
  readonly best: number;
  readonly rejections: number;
}

async function simulate({ count, network }: Case, seed: number): Promise<Result> {
  const clock = new VirtualClock();
  const { trip } = network(createChance(seed));
  const server = new StrictServer(clock, { limit });
  const all = server.sendAll(new RateLimiter({ name: "writes", clock }), {
    count,
    parallel: 64,
    trip,
  });
  await clock.run();
  await all;
  const again = network(createChance(seed));
  const best = bestPossible({ limit, window, count }, again.trip, again.knowledge);
  return { time: spanOf(server.arrivals), rejections: server.rejections, best };
}

async function row(one: Case, runs: number): Promise<string> {
  const results: Result[] = [];
  for (let run = 1; run <= runs; run++) results.push(await simulate(one, run * 7919));
  const sum = (figure: (result: Result) => number) => results.reduce((total, result) => total + figure(result), 0);
  const floor = runs * (one.count / limit - 1) * window;
  const [ours, best] = [sum(({ time }) => time), sum((result) => result.best)];
  const ratios = [best / floor, ours / floor, ours / best].map((value) => `${value.toFixed(3)} x`);
  return `| ${[one.what, one.count, ...ratios, `${sum(({ rejections }) => rejections)} in ${runs} runs`].join(" | ")} |`;
}

const runs = Number(process.argv[2] ?? 1000);
console.log("| latency | writes | best possible, to the floor | ours, to the floor | ours, to the best | 429 |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const one of cases) console.log(await row(one, Math.ceil((runs * 100) / one.count)));
