/** Where a project finds the plugin of the packed package; it lies beside the project in the workspace. */
export const plugin = "../node_modules/pulumi-statushub/plugin";

/** `Pulumi.yaml` of a project that runs on the plugin; in YAML the program stands in it, too. */
export const projectFile = (runtime: string, program = "") =>
  `name: scratch
runtime: ${runtime}
plugins: { providers: [{ name: statushub, path: ${plugin} }] }
${program}`;
