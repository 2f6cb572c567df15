import type { Live } from "../../model/api/form.ts";
import { isLeft } from "../../model/api/live.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { hasSimilarIdentity, mayBeSame, open } from "../../provider/inspect.ts";
import type { SearchedHub } from "./hubs-to-search.ts";

/** What is looked for, as the command line calls it. */
export interface TemplateSearch {
  readonly definition: Definition;
  readonly reference: string;
}

export interface Match {
  readonly searched: SearchedHub;
  readonly live: Live;
  /** It has exactly this name, title or ID. */
  readonly isExact: boolean;
}

export interface FoundTemplates {
  /** What was found, in full. Exact matches win over similar titles. */
  readonly matches: readonly Match[];
  /** The names and titles of all templates, for somebody who has mistyped one. */
  readonly known: readonly string[];
}

export async function searchOn(hubs: readonly SearchedHub[], search: TemplateSearch): Promise<FoundTemplates> {
  const all = await Promise.all(hubs.map((hub) => searchHub(hub, search)));
  const matches = all.flatMap((each) => each.matches);
  const exact = matches.filter(({ isExact }) => isExact);
  return { matches: exact.length > 0 ? exact : matches, known: all.flatMap(({ known }) => known) };
}

async function searchHub(searched: SearchedHub, { definition, reference }: TemplateSearch): Promise<FoundTemplates> {
  const { hub, own } = searched;
  const collection = await open(hub.account, definition, hub);
  const title = { declared: { title: reference }, names: ["title"] };
  // Documented: the list carries basic info. So this reads those in full that may have the title.
  const inFull = async (live: Live) =>
    mayBeSame(definition, live, title) ? ((await collection.get(String(live.id))) ?? live) : live;
  const templates = await Promise.all((await collection.list()).map(inFull));

  const idsOfName = own.filter(({ name }) => name === reference).map(({ id }) => id);
  const isExact = ({ id, title: shown }: Live) =>
    idsOfName.includes(String(id)) || String(id) === reference || shown === reference;
  const isSimilar = (live: Live) => hasSimilarIdentity(definition, live, title);

  const matches: Match[] = [];
  for (const live of [...missingIn(templates, idsOfName), ...templates]) {
    if (!isExact(live) && !isSimilar(live)) continue;
    const whole = await collection.get(String(live.id));
    if (isLeft(whole)) matches.push({ searched, live: whole, isExact: isExact(live) });
  }
  const titles = templates.flatMap((live) => (live.title ? [String(live.title)] : []));
  return { matches, known: [...own.map(({ name }) => name), ...titles] };
}

/** A list may lack a template of the stack, which a GET still returns. */
function missingIn(templates: readonly Live[], ids: readonly string[]): Live[] {
  const listed = new Set(templates.map(({ id }) => String(id)));
  return ids.filter((id) => !listed.has(id)).map((id) => ({ id }));
}
