import { go } from "./go.ts";
import type { Language } from "./language.ts";
import { python } from "./python.ts";
import { typescript } from "./typescript.ts";
import { yaml } from "./yaml.ts";

const languages: Readonly<Record<string, Language>> = { nodejs: typescript, yaml, python, go };

/** The language of a project, by its runtime; undefined if we write none. */
export const languageOf = (runtime: string): Language | undefined =>
  Object.hasOwn(languages, runtime) ? languages[runtime] : undefined;
