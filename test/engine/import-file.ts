/** A wire format in users' states. */
export const pointer = (kind: string): string =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;

export interface ImportedRecord {
  kind: string;
  name: string;
  id: string;
  inputs: object;
  /** Outputs other than inputs. */
  outputs: object;
}

/** The file for `pulumi import --file`, Pulumi's only import for dynamic resources. */
export function importFile(records: readonly ImportedRecord[]): string {
  const resources = records.map(({ kind, name, id, inputs, outputs }) => ({
    type: `pulumi-nodejs:dynamic/statushub:${kind}`,
    name,
    id,
    inputs: { ...inputs, __provider: pointer(kind) },
    outputs: { ...inputs, ...outputs, __provider: pointer(kind) },
  }));
  return JSON.stringify({ resources });
}
