import { identify } from "../drift/record.ts";
import { mustRun, type Stack } from "../project/stack.ts";

/** A record that a stack has already. */
export interface KnownRecord {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
}

/** What the state of a stack holds. */
export interface KnownState {
  readonly records: readonly KnownRecord[];
  /** Names of resources of any other package. */
  readonly others: readonly string[];
}

interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly outputs?: { readonly recordId?: unknown };
}

interface Exported {
  readonly deployment: { readonly resources?: readonly ExportedResource[] };
}

/** What is in the state of a stack. */
export async function readState(stack: Stack): Promise<KnownState> {
  const { stdout } = await mustRun(stack, ["stack", "export"], { purpose: "read the state of the stack" });
  const { resources = [] } = (JSON.parse(stdout) as Exported).deployment;
  const others = resources.filter(
    ({ urn, type }) => identify(urn) === undefined && !/^pulumi:(pulumi|providers):/.test(type),
  );
  return {
    records: resources.flatMap(toRecord),
    others: others.map(({ urn }) => urn.split("::").slice(-2).join(" ")),
  };
}

function toRecord({ urn, id = "", outputs }: ExportedResource): KnownRecord[] {
  const found = identify(urn);
  if (found === undefined) return [];
  // A restored subscription has another id than the one that Pulumi knows.
  return [{ ...found, id: typeof outputs?.recordId === "string" ? outputs.recordId : id }];
}
