/** A wire format in users' states. */
export const pointer = (kind: string): string =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;
