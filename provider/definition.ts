import { unknownKind } from "../errors/up.ts";
import { definitions } from "../kinds/index.ts";
import type { Definition } from "../kinds/kind.ts";
import { StatusHubError } from "./client/errors.ts";

export function definitionOf(kind: string): Definition {
  const definition = definitions[kind];
  if (definition !== undefined) return definition;
  throw new StatusHubError(unknownKind.kind({ kind }));
}
