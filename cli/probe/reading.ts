import { hubOperations } from "../../model/kinds/hub.ts";
import { operations } from "../../model/kinds/operations.ts";
import { describeAccount } from "../doctor/failure.ts";
import { accountUnreachable, noHub } from "../errors/doctor.ts";
import { hubNeeded, hubNotProbed } from "../errors/probe.ts";
import { CommandError } from "../terminal/failure.ts";
import { type KindName, listedKinds, markIn, unusedId } from "./probed-kinds.ts";
import { type Fields, isDeleted, type Seen } from "./recording.ts";
import type { ProbeOptions, Session } from "./session.ts";

/** Hubs whose records are combined if none is named. */
const mostHubs = 5;

/** GETs of a run that only reads. */
const mostReads = 38;

type Query = Readonly<Record<string, string | number>>;

export interface Hub {
  readonly subdomain: string;
  readonly isConnected: boolean;
  /** A service that templates, subscriptions and maintenances can name. */
  readonly serviceId: number | undefined;
  readonly groupId: number | undefined;
}

/** Reads the hubs. Returns the first one. */
export async function read(session: Session, { hub, areas, hidden }: ProbeOptions): Promise<Hub> {
  const listed = await session.send("hubs", hubOperations.list, {}, { query: { page: 1, per_page: 100 } });
  if (!listed.isSuccess) {
    const account = describeAccount(session.connection.baseUrl);
    throw new CommandError(accountUnreachable.status({ account, status: listed.status }));
  }
  const seen = (listed.list ?? []).map(({ subdomain }) => String(subdomain));
  const chosen = hub === undefined ? seen.slice(0, mostHubs) : [hub];
  if (chosen.length === 0) throw new CommandError(noHub.command());
  if (areas.length > 0 && chosen.length > 1) throw new CommandError(hubNeeded({ hubs: seen.join(", ") }));
  const hubs: Hub[] = [];
  for (const subdomain of chosen) {
    const found = await readHub(session, subdomain);
    if (found) hubs.push(found);
  }
  const [first] = hubs;
  if (first === undefined) throw new CommandError(hubNotProbed({ hub: chosen[0] ?? "", hubs: seen.join(", ") }));
  await session.send("missing hub", hubOperations.get, { subdomain: session.mark });
  if (hidden !== undefined) await session.send("hidden hub", hubOperations.get, { subdomain: hidden });
  return first;
}

/** Reads a hub; on further hubs, only the kinds that were missing before. Returns undefined if it isn't visible. */
async function readHub(session: Session, hub: string): Promise<Hub | undefined> {
  const { exchanges } = session;
  const isNew = (step: string) => exchanges.every((each) => each.step !== step);
  const isFirst = isNew("hub");
  const found = await session.send("hub", hubOperations.get, { subdomain: hub });
  if (!found.isSuccess) return undefined;
  const isConnected = found.record?.type === "connected";
  const list = async (step: string, kind: KindName, query: Query): Promise<Seen | undefined> =>
    exchanges.length < mostReads ? session.ask(step, "list", kind, { hub, query }) : undefined;
  let service: Fields | undefined;
  for (const kind of listedKinds) {
    const isKnown = exchanges.some(({ step, path }) => step === "get" && path.includes(`/${kind}/`));
    if (isKnown || (kind === "services" && isConnected)) continue;
    const listed = await list("list", kind, { page: 1, per_page: 100 });
    const records = (listed?.list ?? []).filter((record) => markIn(record) === undefined);
    const worth = worthAmong(records);
    const [chosen] = records.toSorted((one, other) => worth(other) - worth(one));
    if (kind === "services") service = chosen;
    if (chosen === undefined || exchanges.length >= mostReads) continue;
    await session.ask("get", "get", kind, { hub, id: String(chosen.id) });
    // Pages and filters only show with live records.
    if (records.length > 1 && isNew("page 2"))
      for (const page of [1, 2]) await list(`page ${page}`, kind, { page, per_page: 1 });
    if (isNew("beyond the end")) await list("beyond the end", kind, { page: 1_000, per_page: 100 });
    const filter = filters[kind];
    if (filter) await list("filter", kind, { page: 1, per_page: 100, ...filter });
  }
  if (isFirst) {
    await session.ask("unused", "get", "incident_templates", { hub, id: unusedId });
    // Documented: at most 100 a page, and pages begin with 1.
    await list("invalid", "maintenance_templates", { page: 1, per_page: 101 });
    await list("invalid", "maintenance_templates", { page: 0, per_page: 1 });
    const query = { page: 1, per_page: 1, draft: "true" };
    await session.send("drafts", operations.listIncidents, { subdomain: hub }, { query });
  }
  // Without a list of services, other records name them.
  const texts = exchanges.filter(({ path }) => path.startsWith(`/hubs/${hub}/`)).map(({ text }) => text);
  const named = texts.map((text) => /"service_id":\s*"?(\d+)/.exec(text)?.[1]).find((id) => id !== undefined);
  const number = (value: unknown) => (value === undefined ? undefined : Number(value));
  return { subdomain: hub, isConnected, serviceId: number(service?.id ?? named), groupId: number(service?.group_id) };
}

/** Inferred (list-filters): these lists take the filters of maintenance templates. */
const filters: { readonly [Kind in KindName]?: Query } = {
  incident_templates: { q: "pulumi-statushub-probe-none" },
  subscriptions: { deleted: "true" },
  services: { deleted: "true" },
};

/** Live records, those that name services, and occurrences of a series show more. */
const worthAmong = (records: readonly Fields[]) => (record: Fields) => {
  const { service_statuses: statuses, services_selection: selection, start_time, title } = record;
  const hasServices = Array.isArray(statuses) ? statuses.length > 0 : JSON.stringify(selection)?.includes("false");
  const isSeries = start_time !== undefined && records.filter((other) => other.title === title).length > 1;
  return (isDeleted(record) ? 0 : 2) + Number(hasServices === true || isSeries);
};
