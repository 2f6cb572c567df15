import { duplicateKey } from "./errors.ts";
import { type PageProblem, type Path, render } from "./problem.ts";
import type { PlannedRecord } from "./records.ts";

interface Owner {
  readonly page: string;
  readonly path: Path;
}

/** The logical names of all pages' records in one program. */
export class PageNames {
  readonly #owners = new Map<string, Owner>();

  /**
   * Claims the names of a page's records.
   *
   * @param place what the URNs of records under this page begin with
   * @returns a problem for each name that another page's record has; Pulumi would only say "duplicate URN"
   */
  claim(page: string, place: string, plan: readonly PlannedRecord[]): PageProblem[] {
    return plan.flatMap(({ kind, name, path }): PageProblem[] => {
      const urn = [place, kind, name].join(" ");
      const other = this.#owners.get(urn);
      if (other === undefined) {
        this.#owners.set(urn, { page, path });
        return [];
      }
      const names = { name: JSON.stringify(name), other: render(other.path), page: other.page };
      return [{ path, message: duplicateKey.names(names) }];
    });
  }
}
