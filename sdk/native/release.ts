/** The version of this package and of the plugin that belongs to it. `npm run generate` copies it from package.json. */
export const version = "0.1.0";

/**
 * The address from which Pulumi downloads the plugin, from `tools/release/publication.ts`. Undefined until releases are
 * hosted: until then, the plugin is the one in this package or one installed from a file.
 */
export const pluginDownloadURL: string | undefined = undefined;
