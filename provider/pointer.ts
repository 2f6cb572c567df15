/** Key of the pointer in inputs and outputs of a dynamic resource. Pulumi adds it to every result but that of a partial success. */
export const pointerKey = "__provider";

/** The pointer of a kind. A wire format, frozen: `sdk/resource.ts` writes the same, and may not be imported here. */
export const pointerTo = (kind: string): string =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;
