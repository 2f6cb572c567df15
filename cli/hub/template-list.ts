import type { Live } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { open } from "../../provider/inspect.ts";
import { type HubOfAccount, type HubOptions, openMeant, openWithoutStack } from "./account.ts";
import { hubsToSearch, type SearchedHub } from "./hubs-to-search.ts";
import { readStack } from "./own-records.ts";

/** The templates of a hub, in full. */
export interface HubTemplates {
  readonly hub: HubOfAccount;
  readonly templates: readonly { readonly live: Live; readonly name: string | undefined }[];
}

export interface TemplateList {
  readonly hubs: readonly HubTemplates[];
  /** Why the names in the stack aren't known, as a sentence. */
  readonly problem: string | undefined;
}

/** Lists the templates of the hub that the options name, or else of the hubs of the stack, or else of all that the key sees. */
export async function listTemplates(definition: Definition, options: HubOptions): Promise<TemplateList> {
  const stack = await readStack(options);
  const own = stack.inAccount.filter(({ kind }) => kind === definition.kind);
  const opened = openWithoutStack(options) ?? (await openMeant(options, stack));
  const { meant, others } = await hubsToSearch(opened, options, { records: stack.inAccount, own, named: [] });
  const places = meant.length > 0 ? meant : others;
  return { hubs: await Promise.all(places.map((place) => templatesOn(place, definition))), problem: stack.problem };
}

async function templatesOn({ hub, own }: SearchedHub, definition: Definition): Promise<HubTemplates> {
  const collection = await open(hub.account, definition, hub);
  const listed = await collection.list();
  // Documented: the list carries basic info.
  const read = listed.map(async (live) => (await collection.get(String(live.id))) ?? live);
  const templates = (await Promise.all(read)).map((live) => ({
    live,
    name: own.find(({ id }) => id === String(live.id))?.name,
  }));
  return { hub, templates };
}
