import type { Declared } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";

/**
 * The declarations of the program's resources, as Pulumi has checked them in this run. Pulumi doesn't say which resource it checks or
 * compares, so a resource is recognized by what it declares.
 */
export class Declarations {
  readonly #all = new Map<string, Declaration>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  find(definition: Definition, declared: Declared): Declaration | undefined {
    return this.#all.get(keyOf(definition, declared));
  }

  /** Notes a declaration, unless there is an equal one, and returns what is known of it. */
  note(definition: Definition, declared: Declared): Declaration {
    const key = keyOf(definition, declared);
    const noted = this.#all.get(key) ?? { wasDeployed: false, wasTaken: false };
    this.#all.set(key, noted);
    return noted;
  }
}

/** What is known of the resources with one declaration: whether one was deployed before, and whether the record of one was taken. */
interface Declaration {
  wasDeployed: boolean;
  wasTaken: boolean;
}

/** Returns the same text for the same inputs in any order. */
const keyOf = ({ kind }: Definition, declared: Declared): string =>
  `${kind} ${JSON.stringify(declared, (_, item) => {
    if (typeof item === "symbol") return String(item);
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  })}`;
