import type { Live } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { labelOfLive } from "../records.ts";

/** A record of a hub that isn't for a program to declare. */
export interface LeftOut {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  /** For an occurrence: the ID of the record that began its series. */
  readonly series?: string;
  /** A visitor may have created it. */
  readonly isSignUp?: true;
}

export const leaveOut = (definition: Definition, record: Live, reason: string): LeftOut => ({
  kind: definition.kind,
  id: String(record.id),
  label: labelOfLive(definition, record),
  reason,
});

/** Describes the records that are left out: one line for records of the same kind, label and reason. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  const textOf = ({ kind, label, reason }: LeftOut) =>
    label === "" ? `${kind}: ${reason}` : `${kind} ${JSON.stringify(label)}: ${reason}`;
  const lines = [...Map.groupBy(leftOut, textOf)].map(([text, { length }]) =>
    length === 1 ? `  ${text}` : `  ${length} x ${text}`,
  );
  return ["Left out:", ...lines].join("\n");
}
