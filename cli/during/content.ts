import type { Declared } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { maintenanceTemplate } from "../../model/kinds/maintenance-template.ts";
import { service } from "../../model/kinds/service.ts";
import type { Account } from "../../provider/client/account.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { findRecords } from "../../provider/lifecycle/lookup.ts";
import { hubCalled } from "../../provider/lifecycle/record/hub.ts";
import { incompleteMaintenance, notFoundOnHub } from "../errors/during.ts";
import { CommandError } from "../terminal/failure.ts";

export interface HubOfAccount {
  readonly account: Account;
  readonly subdomain: string;
}

/** A service as the options name it, and its status during the maintenance. */
export interface ServiceOption {
  readonly reference: string;
  readonly status: string;
}

export interface ContentOptions {
  /** ID or exact title of a maintenance template. */
  readonly template?: string;
  readonly title?: string;
  readonly body?: string;
  readonly service?: readonly ServiceOption[];
  readonly silent?: true;
  readonly suppressEvents?: true;
  /** In milliseconds. */
  readonly atMost?: number;
}

/** What visitors are told. */
export interface Content {
  /** A maintenance without its times. */
  readonly values: Declared;
  /** Longest duration in milliseconds. */
  readonly atMost: number;
}

/**
 * Finds the content of the maintenance: the options, then the template.
 *
 * @throws CommandError if something is missing, invalid or not on the hub
 */
export async function findContent(hub: HubOfAccount, options: ContentOptions): Promise<Content> {
  const template = options.template === undefined ? {} : await findOne(hub, templates, options.template);
  const found = options.service?.map(async ({ reference, status }) => ({
    service: (await findOne(hub, services, reference)).id,
    status,
  }));
  const serviceStatuses = found ? await Promise.all(found) : (template.serviceStatuses ?? []);
  const { title = template.title, body = template.body, silent = template.silent, suppressEvents } = options;
  const given = { title, body, silent, suppressEvents, serviceStatuses };
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  const duration = typeof template.duration === "number" ? template.duration * 60_000 : undefined;
  return { values, atMost: requireComplete(values, options.atMost ?? duration, hub.subdomain) };
}

function requireComplete(values: Declared, atMost: number | undefined, hub: string): number {
  const missing = [
    ...(values.title === undefined ? ["a title (--title)"] : []),
    ...((values.serviceStatuses as unknown[]).length === 0 ? ["a service (--service)"] : []),
    ...(atMost === undefined ? ["a longest duration (--at-most)"] : []),
  ];
  if (atMost === undefined || missing.length > 0)
    throw new CommandError(incompleteMaintenance.missing({ missing: missing.join(", ") }));
  const times = { startTime: "2000-01-01T00:00:00Z", endTime: "2000-01-01T01:00:00Z" };
  const failures = check(maintenance, { ...values, ...times, hub: hubCalled(hub) });
  if (failures.length === 0) return atMost;
  const reasons = failures.map(({ path, reason }) => `${path.join(".")} ${reason}`).join("; ");
  throw new CommandError(incompleteMaintenance.invalid({ reasons }));
}

/** The records that an option can name. */
interface Candidates {
  readonly definition: Definition;
  /** The outputs whose value can name a record. */
  readonly keys: readonly string[];
}

const templates: Candidates = { definition: maintenanceTemplate, keys: ["id", "title"] };
const services: Candidates = { definition: service, keys: ["id", "customId", "name"] };

async function findOne(
  { account, subdomain }: HubOfAccount,
  { definition, keys }: Candidates,
  reference: string,
): Promise<Declared> {
  const { kind } = definition;
  const lookup = { kind, doc: "", filters: {}, all: "records" };
  const query = { definition, lookup, marked: new Set<string>() };
  const { records } = (await findRecords(account, query, { hub: hubCalled(subdomain) })) as { records: Declared[] };
  // An ID is unique, and another record may have it as its custom ID or name.
  const called = (key: string) => records.filter((record) => record[key] === reference);
  const byId = called("id");
  const found = byId.length > 0 ? byId : [...new Set(keys.flatMap(called))];
  const [record, ...others] = found;
  const shown = { hub: subdomain, kind, reference: JSON.stringify(reference) };
  if (record === undefined) throw new CommandError(notFoundOnHub.none({ ...shown, forms: keys.join(" or ") }));
  if (others.length === 0) return record;
  const ids = found.map(({ id }) => id).join(", ");
  throw new CommandError(notFoundOnHub.several({ ...shown, count: found.length, ids }));
}
