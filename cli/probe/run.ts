import { hubOperations } from "../../model/kinds/hub.ts";
import type { Connection } from "../../provider/config.ts";
import { describeAccount } from "../doctor/account.ts";
import { accountUnreachable, noHub } from "../errors/doctor.ts";
import { hubNeeded, hubNotProbed } from "../errors/probe.ts";
import { CommandError } from "../terminal/failure.ts";
import type { Area } from "./areas.ts";
import { isSuccess, listOf, type Recording } from "./exchange.ts";
import { OwnRecords } from "./own-records.ts";
import { kinds, unusedId } from "./probed-kinds.ts";
import { type Hub, readHub } from "./reading.ts";
import { askForRoles, measureLimit } from "./role.ts";
import { Session, type SessionOptions } from "./session.ts";
import { tryCanary } from "./writing/canary.ts";
import { tryDrafts } from "./writing/drafts.ts";
import { createService, tryService } from "./writing/services.ts";
import { trySubscriptions } from "./writing/subscriptions.ts";
import { tryTemplates } from "./writing/templates.ts";

export interface ProbeOptions extends SessionOptions {
  readonly hub?: string | undefined;
  /** The areas that may be written; none for a run that only reads. */
  readonly areas: readonly Area[];
  /** Also checks the role on each hub and the limit, with updates of records that don't exist. */
  readonly roles?: boolean;
  /** Group of the service, on a hub without services. */
  readonly group?: number | undefined;
  /** A hub that exists and that the key may not see. */
  readonly hidden?: string | undefined;
  /** Asks before the first write. Throws to end the run. */
  readonly confirm: (hub: string, leftovers: readonly string[]) => Promise<void>;
}

export interface Outcome {
  readonly recording: Recording;
  /** Names of the records that could not be removed. */
  readonly left: readonly string[];
  /** What ended the run early; undefined if nothing did. */
  readonly failure: unknown;
}

/** Hubs whose records are combined if none is named. */
const mostHubs = 5;

/** Sends the requests of a run, and removes what it has created. */
export async function probe(connection: Connection, options: ProbeOptions): Promise<Outcome> {
  const session = new Session(connection, options);
  const records = new OwnRecords(session);
  const skipped: { [Name in Area]?: string } = {};
  let failure: unknown;
  let limit: string | undefined;
  try {
    const hub = await read(session, options);
    if (options.roles) {
      await askForRoles(session, options.hub);
      limit = await measureLimit(session);
    }
    if (options.areas.length > 0) await write({ session, records, hub, skipped }, options);
  } catch (error) {
    failure = error;
  }
  const left = await records.cleanUp();
  if (options.signal.aborted) failure ??= options.signal.reason;
  const { mark, areas } = options;
  limit ??= session.describeUsage();
  return { recording: { mark, areas, skipped, exchanges: session.exchanges, limit }, left, failure };
}

/** Reads the hubs. Returns the first one. */
async function read(session: Session, { hub, areas, hidden }: ProbeOptions): Promise<Hub> {
  const listed = await session.send("hubs", hubOperations.list, {}, { query: { page: 1, per_page: 100 } });
  if (!isSuccess(listed)) {
    const account = describeAccount(session.connection.baseUrl);
    throw new CommandError(accountUnreachable.status({ account, status: listed.status }));
  }
  const seen = (listOf(listed) ?? []).map(({ subdomain }) => String(subdomain));
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

interface Writing {
  readonly session: Session;
  readonly records: OwnRecords;
  readonly hub: Hub;
  readonly skipped: { [Name in Area]?: string };
}

async function write({ session, records, hub, skipped }: Writing, { areas, group, confirm }: ProbeOptions) {
  session.hub = hub.subdomain;
  const leftovers = await records.findLeftovers();
  const names = leftovers.map(({ kind, record }) => `${kinds[kind].noun} ${record.id}`);
  await confirm(hub.subdomain, names);
  for (const { kind, record } of leftovers) await records.remove(session.claim(kind, record));
  // Changes nothing. A key that may not write gets a 403 or a 404.
  await session.ask("templates: update unused", "update", "incident_templates", { id: unusedId, body: {} });
  const { obstacle, ...canary } = await tryCanary(session, records);
  for (const area of areas) {
    if (obstacle !== undefined) skipped[area] = obstacle;
    else if (hub.isConnected && (area === "services" || area === "drafts")) skipped[area] = "this is a connected hub";
  }
  const isTried = (area: Area) => areas.includes(area) && skipped[area] === undefined;
  const run = { session, records, ...canary };
  const service = isTried("services") ? await createService({ ...run, hub }, group) : undefined;
  if (typeof service === "string") skipped.services = service;
  const own = typeof service === "object" ? service : undefined;
  // Visitors see the service until it is removed, so the other areas only use it if the hub has no other.
  const isNeeded = hub.serviceId === undefined && own !== undefined;
  const used = { ...run, hub: isNeeded ? { ...hub, serviceId: Number(own.id) } : hub };
  if (own && !isNeeded) await tryService(used, own);
  for (const [area, attempt] of attempts) {
    const reason = isTried(area) ? await attempt(used) : undefined;
    if (reason !== undefined) skipped[area] = reason;
  }
  if (own && isNeeded) await tryService(used, own);
}

const attempts = [
  ["templates", tryTemplates],
  ["subscriptions", trySubscriptions],
  ["drafts", tryDrafts],
] as const;
