import { createPace } from "../../provider/client/pace.ts";
import { createChance, StrictServer, type Trip } from "../../test/provider/client/strict-server.ts";
import { VirtualClock } from "../../test/provider/client/virtual-clock.ts";

/*
 * The pace against a strict server, both in simulated time: how often it meets a 429, and how far it is from the best
 * possible one. `node bench/simulation/index.ts`
 */

const limit = 5;
const window = 1000;
const runs = Number(process.argv[2] ?? 300);

interface Case {
  readonly what: string;
  readonly count: number;
  /** Draws the trip of the next request, and the time that the next connection takes to open. */
  readonly draw: (chance: () => number) => { trip: () => Trip; opening: () => number };
}

const floorOf = (count: number) => (count / limit - 1) * window;

/** 60 to 180 ms, all of it on the way out, and nothing of it in the opening of a connection: a proxy is near. */
const uneven: Case["draw"] = (chance) => ({ trip: () => ({ out: 60 + 120 * chance(), back: 0 }), opening: () => 1 });

const steady =
  (work: number): Case["draw"] =>
  (chance) => ({
    trip: () => ({ out: 60 + chance(), work, back: 60 + 2 * chance() }),
    opening: () => 120 + 2 * chance(),
  });

const unevenWork: Case["draw"] = (chance) => ({
  trip: () => ({ out: 60, work: 100 + 1900 * chance(), back: 60 }),
  opening: () => 120 + 2 * chance(),
});

const tls =
  (work: number): Case["draw"] =>
  (chance) => ({
    trip: () => ({ out: 60 + chance(), work, back: 60 + 2 * chance() }),
    opening: () => 240 + 4 * chance(),
  });

const cases: readonly Case[] = [
  { what: "60 to 180 ms", count: 100, draw: uneven },
  { what: "60 to 180 ms", count: 1000, draw: uneven },
  ...[0, 300, 3000, 10_000].map((work) => ({ what: `120 ms, answers after ${work}`, count: 100, draw: steady(work) })),
  ...[3000, 10_000].map((work) => ({ what: `120 ms, TLS, answers after ${work}`, count: 100, draw: tls(work) })),
  { what: "120 ms, answers after 0.1 to 2 s", count: 100, draw: unevenWork },
];

async function simulate({ count, draw }: Case, seed: number) {
  const clock = new VirtualClock();
  const { trip, opening } = draw(createChance(seed));
  const server = new StrictServer(clock, { limit, opening });
  const all = server.sendAll(createPace({ limit, clock, network: server }), { count, parallel: 64, trip });
  await clock.run();
  await all;
  return { refusals: server.refusals, time: (server.arrivals.at(-1) ?? 0) - (server.arrivals[0] ?? 0) };
}

function best({ count, draw }: Case, seed: number): number {
  const { trip } = draw(createChance(seed));
  const least = 60;
  const arrivals: number[] = [];
  for (let index = 0; index < count; index++) {
    arrivals.sort((a, b) => a - b);
    const bound = arrivals[arrivals.length - limit];
    const leaves = bound === undefined ? 0 : bound + window - least;
    arrivals.push(leaves + trip().out);
  }
  arrivals.sort((a, b) => a - b);
  return (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

for (const one of cases) {
  const n = Math.ceil((runs * 100) / one.count / (one.what.startsWith("60") ? 1 : 10));
  const results = [];
  const bests = [];
  for (let seed = 1; seed <= n; seed++) {
    results.push(await simulate(one, seed * 7919));
    bests.push(best(one, seed * 7919));
  }
  const refusals = results.reduce((sum, r) => sum + r.refusals, 0);
  console.log(
    one.what,
    one.count,
    "ours",
    (mean(results.map((r) => r.time)) / floorOf(one.count)).toFixed(4),
    "best",
    (mean(bests) / floorOf(one.count)).toFixed(4),
    "429:",
    refusals,
    "in",
    n,
  );
}
