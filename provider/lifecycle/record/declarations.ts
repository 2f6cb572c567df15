import { isDeepStrictEqual } from "node:util";
import type { Declared, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { isAdopting } from "../forms/state.ts";

/** One resource of the program, as Pulumi has checked it. */
interface Declaration {
  readonly kind: string;
  readonly declared: Declared;
  readonly previous: Declared;
  isCompared: boolean;
}

/** The declarations of the program's resources. Those that declare the same are several. */
export class Declarations {
  readonly #all = new Map<string, Declaration[]>();
  /** Those that are to adopt a record. */
  readonly #adopting = new Set<Declaration>();

  /** @returns what the resource newly adopts, if anything */
  check(definition: Definition, previous: Declared, declared: Declared): unknown {
    const declaration = { kind: definition.kind, previous, declared, isCompared: false };
    this.#all.set(textOf(definition, declared), [...this.#equal(definition, declared), declaration]);
    if (!isAdopting(declared) || declared.adopt === previous.adopt) return undefined;
    this.#adopting.add(declaration);
    return declared.adopt;
  }

  /** Records that the state of a resource is compared with this declaration. @returns whether the program has such a resource */
  compared(definition: Definition, declared: Declared): boolean {
    const equal = this.#equal(definition, declared);
    const next = equal.find((each) => isExisting(each) && !each.isCompared);
    if (next !== undefined) {
      next.isCompared = true;
      this.#adopting.delete(next);
    }
    return equal.length > 0;
  }

  /** Records that a create has adopted what its declaration says, or that there was none. */
  adopted(definition: Definition, declared: Declared): void {
    const next = this.#equal(definition, declared).find((each) => this.#adopting.has(each));
    if (next !== undefined) this.#adopting.delete(next);
  }

  /** Whether a resource may adopt, by its unique values, the record of a state. */
  adopts({ kind, identity = [] }: Definition, stored: Stored): boolean {
    return [...this.#adopting].some(
      (each) =>
        each.kind === kind &&
        each.declared.adopt === true &&
        identity.every((name) => isDeepStrictEqual(stored[name], each.declared[name])),
    );
  }

  #equal = (definition: Definition, declared: Declared): Declaration[] =>
    this.#all.get(textOf(definition, declared)) ?? [];
}

const isExisting = ({ previous }: Declaration): boolean => Object.keys(previous).length > 0;

/** Returns the same text for the same inputs in any order. */
const textOf = ({ kind }: Definition, declared: Declared): string =>
  `${kind} ${JSON.stringify(declared, (_, item) => {
    if (typeof item === "symbol") return String(item);
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  })}`;
