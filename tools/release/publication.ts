/** What Pulumi's registry and CLI have to know about a release and that depends on its owner or its host. */
export interface Publication {
  /** The name that the registry shows as the author of the package. */
  readonly publisher: string | undefined;
  readonly logoUrl: string | undefined;
  /** The address from which Pulumi downloads the native provider, such as `github://api.github.com/owner/repository`. */
  readonly pluginDownloadURL: string | undefined;
}

/** `npm run generate` copies it into the schema and the SDKs, and `npm run release:check` names what is undefined. */
export const publication: Publication = {
  publisher: undefined,
  logoUrl: undefined,
  pluginDownloadURL: undefined,
};
