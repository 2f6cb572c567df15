import { definitions } from "../../model/kinds/index.ts";
import { describeAccount } from "../connection.ts";
import { labelOf } from "../records.ts";
import { type ServiceNames, serviceKey, serviceProperty } from "../report/services.ts";
import type { PlannedStack } from "../report/stacks.ts";
import { masked, valuesOf } from "./difference.ts";
import { Moment } from "./moment.ts";
import type { RecordOwners } from "./owners.ts";
import type { Page } from "./page.ts";

interface Played {
  readonly pages: readonly Page[];
  readonly ownersOn: (page: Page) => RecordOwners;
}

/** Names a hub of a page as reports do. */
export type LabelOfHub = (page: Page, hubId: number) => string;

export const labelsOfHubs =
  (stacks: readonly Pick<PlannedStack, "hubLabel">[]): LabelOfHub =>
  (page, hubId) => {
    const [{ hubLabel = String } = {}] = stacks;
    const { subdomain = "" } = page.before.find("hubs", hubId) ?? {};
    return hubLabel(subdomain, describeAccount(page));
  };

/** Reads the services that planned changes name, unless they have been read, and returns the names of all. */
export async function namesOnPages(
  stacks: readonly PlannedStack[],
  { pages, ownersOn }: Played,
): Promise<ServiceNames> {
  const labelOfHub = labelsOfHubs(stacks);
  const planned = stacks.flatMap((stack) => stack.planned);
  const service = definitions.Service;
  if (service === undefined) return new Map();
  for (const page of pages) {
    for (const { definition, subdomain } of planned) {
      if (serviceProperty(definition) === undefined) continue;
      const hub = await page.find(subdomain);
      if (hub !== undefined) await page.load(hub.id, service);
    }
  }
  const names: [string, string][] = [];
  for (const page of pages) {
    const moment = new Moment(page);
    for (const row of moment.all("services")) {
      const { secrets } = ownersOn(page).ownerOf(service, [row.id]);
      const label = labelOf(service.kind, masked(valuesOf(service, moment, row), new Set(secrets)));
      const hubs = moment.all("hubs").filter(({ id, parent_id: parent }) => id === row.hub_id || parent === row.hub_id);
      for (const hub of hubs) names.push([serviceKey(labelOfHub(page, hub.id), row.id), label]);
    }
  }
  return new Map(names);
}
