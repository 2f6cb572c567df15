import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { findProject } from "../project/folder.ts";
import type { SourcePosition } from "./source-position.ts";

/** Returns the address of a place in the program; undefined if it has none for the reader. */
export type LinkTo = (position: SourcePosition) => string | undefined;

export const noLinks: LinkTo = () => undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/** Links to files of the project, if a terminal shows such links. Others may show the address as text. */
export function linksOnTerminal(cwd: string, { isTTY }: { readonly isTTY?: boolean }, env: Environment): LinkTo {
  const project = findProject(cwd);
  if (project === undefined || isTTY !== true || !showsLinks(env)) return noLinks;
  return ({ path }) => pathToFileURL(join(project.path, path)).href;
}

/** What terminals that show links set, each since the first version that we know to do so. */
function showsLinks({
  TERM,
  TERM_PROGRAM = "",
  VTE_VERSION = "0",
  WT_SESSION,
  KITTY_WINDOW_ID,
  CI,
}: Environment): boolean {
  if (TERM === "dumb" || CI !== undefined) return false;
  if (["iTerm.app", "WezTerm", "vscode", "ghostty"].includes(TERM_PROGRAM)) return true;
  return Number(VTE_VERSION) >= 5000 || WT_SESSION !== undefined || KITTY_WINDOW_ID !== undefined;
}

/** Links to lines of the commit that a job on GitHub has checked out. */
export function linksOnGitHub(cwd: string, env: Environment): LinkTo {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit, GITHUB_WORKSPACE: root } = env;
  const project = findProject(cwd);
  if (project === undefined || !server || !repository || !commit || !root) return noLinks;
  return ({ path, line }) => {
    const parts = relative(root, join(project.path, path)).split(sep);
    if (parts[0] === "..") return undefined;
    return `${server}/${repository}/blob/${commit}/${parts.map(encodeURIComponent).join("/")}#L${line}`;
  };
}
