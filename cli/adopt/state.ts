import { identify } from "../drift/report.ts";
import { mustRun, type Stack } from "../project/stack.ts";

/** A record that a stack has already. */
export interface KnownRecord {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
}

interface Exported {
  readonly deployment: {
    readonly resources?: readonly {
      readonly urn: string;
      readonly id?: string;
      readonly outputs?: { recordId?: unknown };
    }[];
  };
}

/** The records in the state of a stack. */
export async function readState(stack: Stack): Promise<KnownRecord[]> {
  const { stdout } = await mustRun(stack, ["stack", "export"], { purpose: "read the state of the stack" });
  const { deployment } = JSON.parse(stdout) as Exported;
  return (deployment.resources ?? []).flatMap(({ urn, id = "", outputs }) => {
    const found = identify(urn);
    const recordId = typeof outputs?.recordId === "string" ? outputs.recordId : id;
    return found === undefined ? [] : [{ ...found, id: recordId }];
  });
}
