import { isToBeRestored } from "../lifecycle/diff.ts";
import { hubNamedIn } from "../lifecycle/hub.ts";
import { unknownMark } from "../pulumi.ts";
import type { Definition, Values } from "../resources/define.ts";

/*
 * The outputs that a preview shows: what the program declares is known, and what only the API sets is not known yet.
 */

export function outputsOfCreate(definition: Definition, news: Values): Values {
  const { properties, outputs } = definition;
  const known = Object.keys(properties).map((name) => [name, news[name] ?? unknownMark]);
  const unknown = Object.keys(outputs).map((name) => [name, unknownMark]);
  const hub = news.hub === undefined ? {} : { hub: news.hub, hubId: hubNamedIn(news).id ?? unknownMark };
  return { ...hub, ...Object.fromEntries([...known, ...unknown]) };
}

/** @param changed names of the inputs that an update changes */
export function outputsOfUpdate(olds: Values, news: Values, changed: readonly string[]): Values {
  const next = Object.fromEntries(changed.map((name) => [name, news[name] ?? unknownMark]));
  // A restored record may have another id.
  return { ...olds, ...next, ...(isToBeRestored(olds, news) && { recordId: unknownMark, deleted: undefined }) };
}
