import { definitions } from "../../kinds/index.ts";
import { type Definition, isAdoptOnly } from "../../kinds/kind.ts";

/** A law, for every kind of resource or some of them. */
export interface Law<Proof> {
  /** The ID in the catalogue, such as `LIF-1`. */
  readonly id: string;
  readonly says: string;
  /** @default every kind */
  readonly appliesTo?: (definition: Definition) => boolean;
  readonly prove: Proof;
}

export const lawsFor = <Each extends Pick<Law<unknown>, "appliesTo">>(laws: readonly Each[], kind: string): Each[] =>
  laws.filter(({ appliesTo }) => {
    const definition = definitions[kind];
    return definition !== undefined && (appliesTo === undefined || appliesTo(definition));
  });

/** Whether the API can create records of the kind. It can't create hubs. */
export const isCreatable = (definition: Definition): boolean => !isAdoptOnly(definition);
