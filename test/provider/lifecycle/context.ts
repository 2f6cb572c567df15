import type { Definition } from "../../../model/kinds/kind.ts";
import type { MarkedNames } from "../../../provider/lifecycle/forms/secrets.ts";
import { Owners } from "../../../provider/lifecycle/record/owners.ts";
import type { Context } from "../../../provider/lifecycle/record/scope.ts";

interface Given {
  readonly owners?: Owners;
  readonly marked?: MarkedNames;
}

/** What an operation on a resource gets, and what it has said. */
export function contextOf(
  definition: Definition,
  { owners = new Owners(), marked = new Set() }: Given = {},
): Context & { readonly said: readonly string[] } {
  const said: string[] = [];
  return { definition, marked, owners, said, say: (_, line) => void said.push(line) };
}
