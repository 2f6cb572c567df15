import {
  dayLength,
  type Effect,
  type Period,
  type Status,
  startOfDay,
  uptime,
  worst,
} from "../events/service-effect.ts";

/** The days that have a bar. Today is the last one. */
export const barCount = 90;

export interface Bar {
  /** Days since the start of the period. */
  readonly index: number;
  readonly start: number;
  readonly status: Status;
  readonly uptime: number;
}

/** Returns the period of the bars, in days of UTC. It ends at the last full minute, so that the page doesn't change within a minute. */
export function barPeriod(now: number): Period {
  const today = startOfDay(now);
  const lastMinute = Math.floor(now / 60_000) * 60_000;
  return {
    from: today - (barCount - 1) * dayLength,
    // At 00:00, today has a bar too, although no full minute.
    to: Math.max(lastMinute, today + 1),
  };
}

/** Returns the bars of the days on which something was worse than up, each with its worst status. */
export function barsOf(effects: readonly Effect[], period: Period): readonly Bar[] {
  const bars: Bar[] = [];
  if (effects.length === 0) return bars;
  for (let index = 0; index < barCount; index++) {
    const start = period.from + index * dayLength;
    const day = { from: start, to: Math.min(start + dayLength, period.to) };
    const onThatDay = effects.filter(({ from, to }) => from < day.to && to > day.from);
    const status = worst(onThatDay.map((effect) => effect.status));
    if (status !== "up") bars.push({ index, start, status, uptime: uptime(onThatDay, day) });
  }
  return bars;
}
