import { definitions } from "../../model/kinds/index.ts";
import { functionsPage, pageOf } from "./functions-page.ts";
import { resourcePage } from "./resource-page.ts";

const notice = "<!-- Written by `npm run generate` from model/kinds/ and examples/languages. -->";

/** Returns the pages of the reference by path: one for each resource, and one for the functions. */
export const reference = (): [path: string, text: string][] =>
  [
    ...Object.values(definitions).map((definition) => [pageOf(definition.kind), resourcePage(definition)] as const),
    ["functions.md", functionsPage()] as const,
  ].map(([name, text]) => [`docs/resources/${name}`, `${notice}\n\n${text}\n`]);
