import type { LoggedRequest } from "../../emulator/index.ts";

/** How the emulator answered. */
export class Tally {
  readonly #counts = new Map<number, number>();

  add(requests: readonly LoggedRequest[]): void {
    for (const { status } of requests)
      if (status !== undefined) this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  report(): string {
    const counts = [...this.#counts].toSorted(([first], [second]) => first - second);
    const listed = counts.map(([status, count]) => `${status}: ${count}`).join(", ");
    return `${this.#total()} answers (${listed}), ${Math.round(100 * this.#succeeded())} % of them 2xx`;
  }

  /** At least half succeed, as else it is the refusals that are tested. */
  exitCode(): number {
    const failed = [...this.#counts.keys()].filter((status) => status >= 500 && status !== 501);
    return failed.length === 0 && this.#succeeded() >= 0.5 ? 0 : 1;
  }

  #total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  #succeeded(): number {
    return (this.#counts.get(200) ?? 0) / Math.max(1, this.#total());
  }
}
