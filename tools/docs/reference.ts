import { join } from "node:path";
import { definitions } from "../../provider/resources/index.ts";
import { repositoryRoot } from "../engine/local.ts";
import { functionsPage, pageOf } from "./functions-page.ts";
import { resourcePage } from "./resource-page.ts";
import { readSdk } from "./sdk.ts";

/** The folder of the generated pages. */
export const referenceFolder = join(repositoryRoot, "docs/resources");

const origin = "<!-- Made from the definitions, sdk/ and examples/languages by `npm run reference`. -->";

/** The pages of the reference, by their names: one a resource, and one of the functions. */
export function renderReference(): ReadonlyMap<string, string> {
  const sdk = readSdk();
  const pages = Object.values(definitions).map(
    (definition) => [pageOf(definition.kind), resourcePage(definition, sdk)] as const,
  );
  return new Map(
    [...pages, ["functions.md", functionsPage()] as const].map(([name, text]) => [name, `${origin}\n\n${text}\n`]),
  );
}
