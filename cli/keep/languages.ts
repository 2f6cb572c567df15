import { sourceOf } from "../project/entry.ts";
import type { ProjectFolder } from "../project/folder.ts";
import { go } from "./go.ts";
import type { Language } from "./language.ts";
import { python } from "./python.ts";
import { typescript } from "./typescript.ts";
import { yaml } from "./yaml.ts";

const languages: Readonly<Record<string, Language>> = { nodejs: typescript, yaml, python, go };

/** The language of a project, by its runtime; undefined if we write none, such as for an entry in JSX. */
export function languageOf(project: ProjectFolder): Language | undefined {
  const { runtime } = project;
  if (runtime === "nodejs" && sourceOf(project) === undefined) return undefined;
  return Object.hasOwn(languages, runtime) ? languages[runtime] : undefined;
}
