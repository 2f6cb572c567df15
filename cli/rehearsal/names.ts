import { service } from "../../model/kinds/service.ts";
import { describeAccount } from "../connection.ts";
import { labelOf } from "../records.ts";
import { type ServiceNames, serviceKey, serviceProperty } from "../report/services.ts";
import type { ComparedStack } from "../report/stacks.ts";
import { Moment } from "./moment.ts";
import type { RecordOwners } from "./owners.ts";
import type { Page } from "./page.ts";
import { withMasked } from "./secrets.ts";

interface Played {
  readonly pages: readonly Page[];
  readonly ownersOn: (page: Page) => RecordOwners;
}

/** Names a hub of a page as reports do. */
export type LabelOfHub = (page: Page, hubId: number) => string;

export const labelsOfHubs =
  (stacks: readonly Pick<ComparedStack, "hubLabel">[]): LabelOfHub =>
  (page, hubId) => {
    const [{ hubLabel = String } = {}] = stacks;
    const { subdomain = "" } = page.before.find("hubs", hubId) ?? {};
    return hubLabel(subdomain, describeAccount(page));
  };

/** How programs and people name a service. */
export interface ServiceOnPage {
  readonly label: string;
  readonly customId: unknown;
}

/** Returns the names of services by hub and ID. */
export async function namesOnPages(stacks: readonly ComparedStack[], played: Played): Promise<ServiceNames> {
  return namesOf(await servicesOnPages(stacks, played));
}

export const namesOf = (services: ReadonlyMap<string, ServiceOnPage>): ServiceNames =>
  new Map([...services].map(([key, { label }]) => [key, label]));

/** Reads the services that planned changes name, unless they have been read, and returns all by hub and ID. */
export async function servicesOnPages(
  stacks: readonly ComparedStack[],
  { pages, ownersOn }: Played,
): Promise<ReadonlyMap<string, ServiceOnPage>> {
  const labelOfHub = labelsOfHubs(stacks);
  const named = stacks
    .flatMap(({ planned }) => planned)
    .filter(({ definition }) => serviceProperty(definition) !== undefined);
  const subdomains = new Set(named.map(({ subdomain }) => subdomain));
  for (const page of pages) await loadServices(page, subdomains);
  return new Map(pages.flatMap((page) => servicesOn(page, ownersOn(page), labelOfHub)));
}

async function loadServices(page: Page, subdomains: Iterable<string>): Promise<void> {
  for (const subdomain of subdomains) {
    const hub = await page.findHub(subdomain);
    if (hub !== undefined) await page.loadList(hub.id, service);
  }
}

function servicesOn(page: Page, owners: RecordOwners, labelOfHub: LabelOfHub): [string, ServiceOnPage][] {
  const moment = new Moment(page);
  const hubs = moment.all("hubs");
  return moment.all("services").flatMap((row) => {
    const values = withMasked(moment.valuesOf(service, row), owners.secretsOf(service, [row.id]));
    const found = { label: labelOf(service.kind, values), customId: values.customId };
    // A connected hub shows services of its primary hub.
    const shown = hubs.filter(({ id, parent_id: parent }) => id === row.hub_id || parent === row.hub_id);
    return shown.map(({ id }): [string, ServiceOnPage] => [serviceKey(labelOfHub(page, id), row.id), found]);
  });
}
