import { type Operation, pathParameters } from "../../model/api/operation.ts";
import { incidentTemplateOperations } from "../../model/kinds/incident-template.ts";
import { maintenanceOperations } from "../../model/kinds/maintenance.ts";
import { maintenanceTemplateOperations } from "../../model/kinds/maintenance-template.ts";
import { operations } from "../../model/kinds/operations.ts";
import { serviceOperations } from "../../model/kinds/service.ts";
import { subscriptionOperations } from "../../model/kinds/subscription.ts";
import { type Account, failureOf } from "../../provider/inspect.ts";
import { type Exchange, type Fields, flagsOf, type ParsedExchange, parseExchange } from "./exchange.ts";

/** Hubs whose records are combined. */
const mostHubs = 5;

/** GETs of a run. */
const mostReads = 38;

/** An ID that no record has. */
const unusedId = "2147483647";

type Client = Account["client"];

type Query = Exchange["query"];

const kinds = {
  maintenances: maintenanceOperations,
  subscriptions: subscriptionOperations,
  incident_templates: incidentTemplateOperations,
  maintenance_templates: maintenanceTemplateOperations,
  services: serviceOperations,
} as const;

type KindName = keyof typeof kinds;

/** Inferred (list-filters): these lists take the filters of maintenance templates. */
const filters: { readonly [Kind in KindName]?: Query } = {
  incident_templates: { q: "pulumi-statushub-none" },
  subscriptions: { deleted: "true" },
  services: { deleted: "true" },
};

/** Reads some records of each kind, with GETs only. Returns what the API has responded. */
export async function readRecords(client: Client, hubs: readonly Fields[]): Promise<ParsedExchange[]> {
  const reading = new Reading(client);
  for (const { subdomain, type } of hubs.slice(0, mostHubs))
    await readHub(reading, String(subdomain), type === "connected");
  return reading.exchanges;
}

/** Reads a hub; on further hubs, only the kinds that were missing before. */
async function readHub(reading: Reading, subdomain: string, isConnected: boolean): Promise<void> {
  const isFirst = !reading.has("hub");
  await reading.get("hub", operations.getHub, { subdomain });
  for (const kind of Object.keys(kinds) as KindName[]) {
    const wasRead = reading.exchanges.some((each) => each.step === "get" && each.kind === kind);
    // A connected hub has no services of its own.
    const isOffered = !(kind === "services" && isConnected);
    if (isOffered && !wasRead) await readKind(reading, subdomain, kind);
  }
  if (!isFirst) return;
  const { get } = kinds.incident_templates;
  await reading.get("unused", get, { subdomain, [idParameter(get)]: unusedId });
  await reading.get("drafts", operations.listIncidents, { subdomain }, { page: 1, per_page: 1, draft: "true" });
}

async function readKind(reading: Reading, subdomain: string, kind: KindName): Promise<void> {
  const { list, get } = kinds[kind];
  const listed = (step: string, query: Query) => reading.get(step, list, { subdomain }, query);
  const records = (await listed("list", { page: 1, per_page: 100 }))?.list ?? [];
  const chosen = mostTelling(records);
  if (chosen === undefined) return;
  await reading.get("get", get, { subdomain, [idParameter(get)]: String(chosen.id) });
  if (records.length > 1 && !reading.has("page 2"))
    for (const page of [1, 2]) await listed(`page ${page}`, { page, per_page: 1 });
  if (!reading.has("beyond the end")) await listed("beyond the end", { page: 1_000, per_page: 100 });
  const filter = filters[kind];
  if (filter) await listed("filter", { page: 1, per_page: 100, ...filter });
}

const idParameter = (operation: Operation): string => pathParameters(operation).at(-1) ?? "";

/** Chooses the record that shows most of the API: live ones, those that name services, and occurrences of a series show more. */
function mostTelling(records: readonly Fields[]): Fields | undefined {
  const isSeries = ({ start_time, title }: Fields) =>
    start_time !== undefined && records.filter((other) => other.title === title).length > 1;
  const rate = (record: Fields) => {
    const isLive = flagsOf(record).deleted !== true;
    const showsMore = namesServices(record) || isSeries(record);
    return (isLive ? 2 : 0) + (showsMore ? 1 : 0);
  };
  const [best] = records.toSorted((one, other) => rate(other) - rate(one));
  return best;
}

function namesServices({ service_statuses: statuses, services_selection: selection }: Fields): boolean {
  if (Array.isArray(statuses)) return statuses.length > 0;
  // Whatever its form, a selection that isn't of all services says `false` somewhere.
  return JSON.stringify(selection)?.includes("false") === true;
}

/** Makes the requests of a run, up to a limit, and keeps the responses. */
class Reading {
  readonly exchanges: ParsedExchange[] = [];
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  has(step: string): boolean {
    return this.exchanges.some((each) => each.step === step);
  }

  /** @throws the failure if there was no response */
  async get(
    step: string,
    operation: Operation,
    params: Readonly<Record<string, string>>,
    query: Query = {},
  ): Promise<ParsedExchange | undefined> {
    if (this.exchanges.length >= mostReads) return undefined;
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
    let exchange: Exchange | undefined;
    try {
      await this.#client.perform(operation, params, {
        query,
        onResponse: ({ status, text }) => {
          exchange = { step, path, query, status, text };
        },
      });
    } catch (error) {
      // A rejection, or a response of another form, tells something about the API. A redirect is another server's.
      const { is, status } = failureOf(error) ?? {};
      const isOtherForm = is === "malformed response" || is === "endless list";
      const isRejection = status !== undefined && is !== "redirect";
      if (!isOtherForm && !isRejection) throw error;
    }
    if (exchange === undefined) return undefined;
    const parsed = parseExchange(exchange);
    this.exchanges.push(parsed);
    return parsed;
  }
}
