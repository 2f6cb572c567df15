/**
 * Key of the pointer in inputs and outputs of a dynamic resource. Pulumi adds it to every result except that of a
 * partial success.
 */
export const pointerKey = "__provider";

/**
 * Returns the pointer of a kind. Frozen wire format: `sdk/resource.ts` writes the same text, but must not be imported
 * here.
 */
export const pointerTo = (kind: string): string =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;
