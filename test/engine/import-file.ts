/** Marks a secret in an import file. Pulumi encrypts it at once. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/** A wire format: it lies in users' states. */
export const pointer = (kind: string): string =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;

export interface ImportedRecord {
  kind: string;
  name: string;
  id: string;
  inputs: object;
  /** Beside the inputs. */
  outputs: object;
}

export const secret = (value: unknown): object => ({ ...secretMark, plaintext: JSON.stringify(value) });

/** The file for `pulumi import --file`: the only way that Pulumi has for dynamic resources. */
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
