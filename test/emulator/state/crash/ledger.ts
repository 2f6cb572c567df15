/** Clients' knowledge of their writes: acknowledged, rejected, or neither before the crash. */
export class Ledger {
  readonly #acknowledged = new Map<string, number>();
  readonly #failed = new Set<string>();
  /** For each record, the last version that was sent. */
  readonly #sent = new Map<string, number>();

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  get failed(): number {
    return this.#failed.size;
  }

  send(name: string, version: number): void {
    this.#sent.set(name, version);
  }

  acknowledge(name: string, version: number): void {
    this.#acknowledged.set(name, version);
  }

  fail(name: string, version: number): void {
    this.#failed.add(`${name} ${version}`);
  }

  /** Returns contradictions in the emulator's records, one line each. */
  contradictions(records: ReadonlyMap<string, number>): string[] {
    const lost = [...this.#acknowledged].flatMap(([name, version]) => {
      const kept = records.get(name) ?? -1;
      return kept < version ? [`${name}: version ${version} was acknowledged, and ${kept} is kept`] : [];
    });
    const invented = [...records].flatMap(([name, version]) => {
      const wasFailed = this.#failed.has(`${name} ${version}`);
      const wasSent = version <= (this.#sent.get(name) ?? -1);
      return wasSent && !wasFailed
        ? []
        : [`${name}: version ${version} is kept, and was ${wasFailed ? "refused" : "never sent"}`];
    });
    return [...lost, ...invented];
  }
}
