/** A broken law, and where it was broken. Violations with the same title are the same defect. */
export class Violation extends Error {
  readonly title: string;

  /** @param title the law and what broke it: `LIF-3: the next up writes` */
  constructor(title: string, where: string) {
    super(`${title}\n${where}`);
    this.title = title;
  }
}
