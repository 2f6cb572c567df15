/** A broken law, and where it was broken. Violations with the same title are the same defect. */
export class Violation extends Error {
  readonly title: string;

  constructor(law: string, what: string, where: string) {
    super(`${law}: ${what}\n${where}`);
    this.title = `${law}: ${what}`;
  }
}
