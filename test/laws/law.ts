import { definitions } from "../../model/kinds/index.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Subject } from "../samples/program.ts";
import { catalog, type LawId } from "./catalog.ts";

/** A law, for every kind of resource or some of them. */
export interface Law<Proof> {
  readonly id: LawId;
  /** What this case adds to the law's sentence. */
  readonly case?: string;
  /** @default every kind */
  readonly appliesTo?: (definition: Definition) => boolean;
  readonly prove: Proof;
}

/** A law about code without input or output. */
export type PureLaw = Law<(subject: Subject) => void | Promise<void>>;

export const titleOf = (law: Pick<Law<unknown>, "id" | "case">): string =>
  [`[${law.id}] ${catalog[law.id]}`, ...(law.case === undefined ? [] : [law.case])].join(": ");

export const lawsFor = <Each extends Pick<Law<unknown>, "appliesTo">>(laws: readonly Each[], kind: string): Each[] =>
  laws.filter(({ appliesTo }) => {
    const definition = definitions[kind];
    return definition !== undefined && (appliesTo === undefined || appliesTo(definition));
  });

/** Whether the API can create records of the kind. It can't create hubs. */
export const isCreatable = (definition: Definition): boolean => !isAdoptOnly(definition);
