import type { Publication } from "./publication.ts";

export interface Candidate {
  /** Such as `v0.2.0`; undefined if it doesn't exist yet. */
  readonly tag: string | undefined;
  readonly manifest: { readonly version: string; readonly repository?: unknown; readonly homepage?: unknown };
  readonly publication: Publication;
  readonly changelog: string;
  /** Names of changesets that aren't part of a version yet. */
  readonly pending: readonly string[];
  /** The pages that users read, by path. */
  readonly pages: Readonly<Record<string, string>>;
}

/** How pages say what changes with the first release, such as where to install from and where to report. */
const unreleased = /isn't\s+(published|released)\s+yet/;

/** Returns why this can't be released yet; empty if it can. */
export function findObstacles({ tag, manifest, publication, changelog, pending, pages }: Candidate): string[] {
  const { version, repository, homepage } = manifest;
  const obstacles: string[] = [];
  if (tag !== undefined && tag !== `v${version}`) obstacles.push(`The tag is ${tag}, and package.json has ${version}.`);
  if (notesOf(changelog, version) === undefined) obstacles.push(`CHANGELOG.md has no section "## ${version}".`);
  if (pending.length > 0) obstacles.push(`No version has taken ${pending.join(", ")} yet: npm run release:version.`);
  // Without a repository, npm proves no provenance, and the links and pictures of README.md are dead on the package's page.
  const missing = [
    ...undefinedIn({ repository, homepage }, "package.json"),
    ...undefinedIn(publication, "tools/release/publication.ts"),
  ];
  if (missing.length > 0) obstacles.push(`The owner has to fill in ${missing.join(", ")}.`);
  for (const [path, text] of Object.entries(pages)) {
    const [found] = unreleased.exec(text) ?? [];
    if (found !== undefined) obstacles.push(`${path} still says "${found.replace(/\s+/, " ")}".`);
  }
  return obstacles;
}

function undefinedIn(fields: object, path: string): string[] {
  const missing = Object.entries(fields).filter(([, value]) => value === undefined);
  return missing.map(([name]) => `${name} in ${path}`);
}

/** Returns the changelog's section on a version, without its heading. */
export function notesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split("\n", 1)[0]?.trim() === version);
  return section?.slice(section.indexOf("\n")).trim();
}
