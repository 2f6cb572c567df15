import type { Declared } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";

/**
 * The declarations of the program's resources, as Pulumi has checked them in this run. Pulumi doesn't say which resource it checks or
 * compares, so a resource is recognized by what it declares.
 */
export class Declarations {
  readonly #all = new Set<string>();
  /** Those whose resource was deployed before. */
  readonly #deployed = new Set<string>();
  /** Those whose record was taken. */
  readonly #taken = new Set<string>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  note(definition: Definition, declared: Declared): void {
    this.#all.add(textOf(definition, declared));
  }

  noteDeployed(definition: Definition, declared: Declared): void {
    this.#deployed.add(textOf(definition, declared));
  }

  noteTaken(definition: Definition, declared: Declared): void {
    this.#taken.add(textOf(definition, declared));
  }

  has(definition: Definition, declared: Declared): boolean {
    return this.#all.has(textOf(definition, declared));
  }

  wasDeployed(definition: Definition, declared: Declared): boolean {
    return this.#deployed.has(textOf(definition, declared));
  }

  wasTaken(definition: Definition, declared: Declared): boolean {
    return this.#taken.has(textOf(definition, declared));
  }
}

/** Returns the same text for the same inputs in any order. */
const textOf = ({ kind }: Definition, declared: Declared): string =>
  `${kind} ${JSON.stringify(declared, (_, item) => {
    if (typeof item === "symbol") return String(item);
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  })}`;
