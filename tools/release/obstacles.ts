import { notesOf } from "./notes.ts";
import type { Publication } from "./publication.ts";

export interface Candidate {
  /** Such as `v0.2.0`; undefined if it doesn't exist yet. */
  readonly tag: string | undefined;
  readonly manifest: { readonly name: string; readonly version: string; readonly repository?: unknown };
  readonly publication: Publication;
  readonly changelog: string;
  /** Names of changesets that aren't part of a version yet. */
  readonly pending: readonly string[];
  /** Texts with people's names and addresses, by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Marks a missing name, until the repository is public. */
const placeholder = /[A-Z-]*-TO-BE-NAMED/g;

/** Returns why this can't be released yet; empty if it can. */
export function findObstacles({ tag, manifest, publication, changelog, pending, texts }: Candidate): string[] {
  const { version, repository } = manifest;
  const names = Object.entries(texts).flatMap(([path, text]) =>
    (text.match(placeholder) ?? []).map((name) => ({ path, name })),
  );
  return [
    ...(tag !== undefined && tag !== `v${version}` ? [`The tag is ${tag}, and package.json has ${version}.`] : []),
    ...(notesOf(changelog, version) === undefined ? [`CHANGELOG.md has no section "## ${version}".`] : []),
    ...(pending.length > 0 ? [`No version has taken ${pending.join(", ")} yet: npm run release:version.`] : []),
    ...(repository === undefined
      ? [
          "package.json names no repository. Without it, npm proves no provenance, and the links and pictures of README.md, " +
            "which npm takes from there, are dead on the package's page.",
        ]
      : []),
    ...Object.entries(publication).flatMap(([name, value]) =>
      value === undefined ? [`tools/release/publication.ts names no ${name}.`] : [],
    ),
    ...[...new Set(names.map(({ path, name }) => `${path} still says ${name}.`))],
  ];
}
