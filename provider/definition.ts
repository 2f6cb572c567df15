import { StatusHubError } from "./client/errors.ts";
import type { Definition } from "./resources/define.ts";
import { definitions } from "./resources/index.ts";

/** The definition of a kind, by its name in the state. */
export function definitionOf(kind: string): Definition {
  const definition = definitions[kind];
  if (definition !== undefined) return definition;
  throw new StatusHubError(
    `pulumi-statushub has no resource "${kind}". A newer version of the package wrote the state: install that one.`,
  );
}
