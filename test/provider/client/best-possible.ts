/** A server's clock may be this coarse, in milliseconds. */
const guard = 1;

export interface Requests {
  readonly limit: number;
  readonly window: number;
  readonly count: number;
}

/**
 * Milliseconds from the first to the last arrival at the best possible pace, where `way` draws how long a request is on
 * its way out.
 *
 * Let this pace know when each request arrived, at the moment in which it did, and how long the shortest way is. The
 * earliest moment at which the next one is sure to keep the limit, however short its way, is one window less the shortest
 * way after the arrival of the fifth before it. Nobody can be faster who takes no risk, as every request occupies its
 * place from when it leaves until then: its own way, and the window, less the shortest way. So with a limit of 5 and 60 to
 * 180 ms it is 5 requests every 1,060 ms, 120 ms being the mean way: 1.06 x the bare floor.
 */
export function bestPossible({ limit, window, count }: Requests, way: () => number, shortest = 60): number {
  const arrivals: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const before = arrivals.toSorted((one, other) => one - other).at(-limit);
    const leaves = before === undefined ? 0 : before + window + guard - shortest;
    arrivals.push(leaves + way());
  }
  return Math.max(...arrivals) - Math.min(...arrivals);
}
