import type { Definition, Values, Wire } from "../resources/define.ts";
import { changedProperties } from "./diff.ts";
import { declaredIn, findWire } from "./property.ts";

/** A request body and the names of the properties that it carries. */
export interface Body {
  readonly body: Wire;
  readonly sent: ReadonlySet<string>;
}

/** Exactly the declared properties. `putOnly` ones go into a second request, as the API takes them in PUT alone. */
export function createBodies(definition: Definition, news: Values): { post: Body; put: Body } {
  const declared = declaredIn(definition, news).map(([name]) => name);
  const isPutOnly = (name: string) => definition.properties[name]?.putOnly === true;
  return {
    post: bodyOf(
      definition,
      news,
      declared.filter((name) => !isPutOnly(name)),
    ),
    // null and [] are what a new record has: nothing to send.
    put: bodyOf(
      definition,
      news,
      declared.filter((name) => isPutOnly(name) && !isCleared(definition, name, news)),
    ),
  };
}

/** Exactly the changed properties; a removed one as the value that clears it. */
export function updateBody(definition: Definition, olds: Values, news: Values): Body {
  const changed = changedProperties(definition, olds, news).filter((name) => {
    if (news[name] !== undefined) return true;
    return definition.properties[name]?.cleared !== undefined && !isCleared(definition, name, olds);
  });
  return bodyOf(definition, news, changed);
}

function isCleared(definition: Definition, name: string, values: Values): boolean {
  const property = definition.properties[name];
  return (
    property !== undefined && JSON.stringify(findWire(property, values[name])) === JSON.stringify(property.cleared)
  );
}

function bodyOf(definition: Definition, values: Values, names: readonly string[]): Body {
  const body: Wire = {};
  for (const name of names) {
    const property = definition.properties[name];
    if (property === undefined) continue;
    body[property.wire] = values[name] === undefined ? property.cleared : property.type.toWire(values[name]);
  }
  return { body, sent: new Set(names) };
}
