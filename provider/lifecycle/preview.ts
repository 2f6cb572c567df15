import type { Definition, Values } from "../resources/define.ts";
import { diff, isToBeRestored } from "./diff.ts";
import { hubNamedIn } from "./hub.ts";
import { unknown } from "./unknown.ts";

/*
 * The outputs that a preview shows: what the program declares is known, and what only the API sets is not known yet.
 */

export function outputsOfCreate({ properties, outputs }: Definition, news: Values): Values {
  const declared = Object.keys(properties).map((name) => [name, news[name] ?? unknown]);
  const others = Object.keys(outputs).map((name) => [name, unknown]);
  const hub = news.hub === undefined ? {} : { hub: news.hub, hubId: hubNamedIn(news).id ?? unknown };
  return { ...hub, ...Object.fromEntries([...declared, ...others]) };
}

export function outputsOfUpdate(definition: Definition, olds: Values, news: Values): Values {
  const { changed } = diff(definition, olds, news);
  const next = Object.fromEntries(changed.map((name) => [name, news[name] ?? unknown]));
  // A restored record may have another ID.
  return { ...olds, ...next, ...(isToBeRestored(olds, news) && { recordId: unknown, deleted: undefined }) };
}
