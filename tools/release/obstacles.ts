/** What a release is made of. */
export interface Candidate {
  /** Such as `v0.2.0`; undefined before it is made. */
  readonly tag: string | undefined;
  readonly manifest: { readonly name: string; readonly version: string; readonly repository?: unknown };
  /** The version as the plugin, the schema and the lock file have it. */
  readonly versions: Readonly<Record<string, string>>;
  readonly changelog: string;
  /** Names of changesets that no version has taken yet. */
  readonly pending: readonly string[];
  /** Texts in which people and addresses stand, by their paths. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Stands where a name has to be, until the repository is public. */
const placeholder = /[A-Z-]*-TO-BE-NAMED/g;

/** Why this is no release yet; empty where it is one. */
export function findObstacles({ tag, manifest, versions, changelog, pending, texts }: Candidate): string[] {
  const { version, repository } = manifest;
  const others = Object.entries(versions).filter(([, other]) => other !== version);
  const names = Object.entries(texts).flatMap(([path, text]) =>
    (text.match(placeholder) ?? []).map((name) => ({ path, name })),
  );
  return [
    ...(tag !== undefined && tag !== `v${version}` ? [`The tag is ${tag}, and package.json has ${version}.`] : []),
    ...others.map(
      ([path, other]) => `${path} has version ${other}, and package.json has ${version}: npm run release:version.`,
    ),
    ...(notesOf(changelog, version) === undefined ? [`CHANGELOG.md has no section "## ${version}".`] : []),
    ...(pending.length > 0 ? [`No version has taken ${pending.join(", ")} yet: npm run release:version.`] : []),
    ...(repository === undefined ? ["package.json names no repository, and npm proves no provenance without it."] : []),
    ...[...new Set(names.map(({ path, name }) => `${path} still says ${name}.`))],
  ];
}

/** What the changelog says of a version. */
export function notesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split("\n", 1)[0]?.trim() === version);
  return section?.slice(section.indexOf("\n")).trim();
}
