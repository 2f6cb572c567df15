/** The resolution of a server's clock, in milliseconds. */
const guard = 1;

export interface Requests {
  readonly limit: number;
  readonly window: number;
  readonly count: number;
}

/**
 * Returns the milliseconds from the first to the last arrival at the best possible pace, where `way` draws the time
 * that a request takes to arrive.
 *
 * Assume a limiter that is told about each arrival immediately and knows the shortest travel time. A request certainly
 * stays within the limit if it is sent one window less the shortest travel time after the arrival of the fifth request
 * before it. It can't be sent earlier without risk, so every request occupies its slot for its own travel time, plus
 * the window, less the shortest travel time. With a limit of 5 and 60 to 180 ms, the pace is 5 requests every 1,060 ms,
 * because the mean travel time is 120 ms: 1.06 x the bare floor.
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
