import { definitions } from "../../kinds/index.ts";
import { type Definition, isAdoptOnly } from "../../kinds/kind.ts";

/** What holds for every kind of resource, or for some. */
export interface Law<Proof> {
  /** One or more ids of the catalogue: `LIF-1`, `LIF-3 NPD-1`. */
  readonly id: string;
  readonly says: string;
  /** @default every kind */
  readonly appliesTo?: (definition: Definition) => boolean;
  readonly prove: Proof;
}

/** The laws that a kind is under. */
export const lawsFor = <Each extends Pick<Law<unknown>, "appliesTo">>(laws: readonly Each[], kind: string): Each[] =>
  laws.filter(({ appliesTo }) => {
    const definition = definitions[kind];
    return definition !== undefined && (appliesTo === undefined || appliesTo(definition));
  });

/** Whether the API can create records of the kind: of every kind but the hub. */
export const isCreatable = (definition: Definition): boolean => !isAdoptOnly(definition);
