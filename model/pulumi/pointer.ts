/** Key of the pointer in inputs and outputs of a dynamic resource. Pulumi adds it to every result except a partial success. */
export const pointerKey = "__provider";

/**
 * Returns the pointer that every resource and lookup has in the state instead of code. Pulumi's dynamic-provider
 * process evaluates it in the folder of the program, so the installed version of this package always runs.
 *
 * This is a wire format in users' states and must never change, not even by a byte. Programs load this file through the
 * classes, so it imports nothing.
 */
export const pointerTo = (name: string): string =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${name}")`;
