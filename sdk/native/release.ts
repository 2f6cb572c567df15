/** The version of this package, and of the plugin that belongs to it. A test compares it with package.json. */
export const version = "0.1.0";

/**
 * Where Pulumi downloads the plugin; the schema and every SDK take it from here. Undefined as long as no place hosts
 * releases: the plugin is then the one in this package, or one that was installed from a file.
 */
export const pluginDownloadURL: string | undefined = undefined;
