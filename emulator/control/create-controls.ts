import { z } from "zod";
import { anyText, filledText } from "../../model/api/field.ts";
import { formatInstant } from "../../model/api/instant.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { ResponseOf } from "../call.ts";
import type { Emulation } from "../emulation.ts";
import { createReadings } from "../events/reading.ts";
import { applyUnlogged } from "../http/request.ts";
import { HttpError, invalid } from "../http-error.ts";
import { addHub, getHub, newHub } from "../resources/hub.ts";
import { resourceOf } from "../resources/index.ts";
import { routeOf, routes } from "../route.ts";
import { type TableName, type Tables, tableNames, tables } from "../tables/index.ts";
import { parsed } from "../validation.ts";
import type { Controls, EventDraft, PanelRequest, TemplateTable } from "./controls.ts";

const alertSchema = z.strictObject({ title: filledText, body: anyText.optional() });

export function createControls(emulation: Emulation): Controls {
  const { store } = emulation;
  const now = () => formatInstant(emulation.clock.now());
  const rowOf = <Name extends TableName>(name: Name, id: number): Tables[Name] => {
    checkTable(name);
    const row = store.table(name).find(id);
    if (!row) throw new HttpError(404, `there is no record ${id} in ${name}`);
    return row;
  };
  return {
    ...createReadings(emulation),
    get requests() {
      return emulation.log.entries;
    },
    clearRequests: () => emulation.log.clear(),
    faults: emulation.faults,
    get assumptions() {
      return emulation.differences.assumed;
    },
    assume: (assumptions) => emulation.differences.assume(assumptions),
    clock: emulation.clock,
    setOtherClient: (taken) => emulation.limits.setOtherClient(taken),
    snapshot: () => structuredClone(emulation.store.snapshot()),
    restore: (snapshot) => emulation.restore(snapshot),
    reset: () => emulation.reset(),
    records: (name) => {
      checkTable(name);
      // A copy, so that callers can't change a row without updating the file and the indices.
      return structuredClone(store.table(name).all());
    },
    edit: (name, id, changes) => {
      const row = rowOf(name, id);
      const unknown = Object.keys(changes).find((field) => !Object.hasOwn(row, field));
      if (unknown !== undefined)
        throw invalid(unknown, `isn't a field of ${name}. Fields: ${Object.keys(row).join(", ")}`);
      const dated = "updated_at" in row ? { updated_at: now() } : {};
      // The table's name determines the schema, which the compiler can't follow.
      const changed = parsed(tables[name].row, { ...row, ...dated, ...changes, id }) as Tables[typeof name];
      store.transaction(() => {
        store.table(name).put(changed);
        resourceOf(name)?.rules.edited?.(store, row);
      });
    },
    softDelete: (name, id) => {
      const row = rowOf(name, id);
      const route = routes.find(({ verb, resource }) => verb === "delete" && resource === name);
      const hub = "hub_id" in row ? store.table("hubs").find(row.hub_id) : undefined;
      if (!route) throw new HttpError(404, `records of ${name} can't be soft-deleted`);
      if (!hub) throw new HttpError(404, `record ${id} of ${name} belongs to no hub`);
      // Fields such as `incident_id` hold the IDs of the records above it in the path.
      const fields: Readonly<Record<string, unknown>> = { ...row, subdomain: hub.subdomain };
      const params = route.parameters.map((parameter) => [parameter.name, String(fields[parameter.name] ?? id)]);
      applyUnlogged(emulation, route.name, { params: Object.fromEntries(params) });
    },
    remove: (name, id) => {
      const row = rowOf(name, id);
      store.transaction(() => {
        store.table(name).remove(id);
        resourceOf(name)?.rules.edited?.(store, row);
      });
    },
    // The operation's name determines the response, which the compiler can't follow.
    perform: <Name extends OperationName>(operation: Name, { params = {}, body }: PanelRequest) => {
      if (!Object.hasOwn(routeOf, operation)) throw new HttpError(404, `there is no operation ${operation}`);
      const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
      return structuredClone(applyUnlogged(emulation, operation, { params: texts, body })) as ResponseOf<Name>;
    },
    createHub: (hub) => {
      const fields = parsed(newHub.strict(), hub);
      return store.transaction(() => addHub(store, fields, now()));
    },
    setPlatformAlert: (subdomain, alert) => {
      const hub = getHub(store, subdomain);
      const alerts = store.table("platform_alerts");
      store.transaction(() => {
        for (const lasting of alerts.by("hub", hub.id).filter(({ end_time }) => end_time === null))
          alerts.put({ ...lasting, end_time: now() });
        if (!alert) return;
        const { title, body = "" } = parsed(alertSchema, alert);
        alerts.insert({ hub_id: hub.id, title, body, start_time: now(), end_time: null });
      });
    },
    applyTemplate: (table, id, draft) => {
      // HTTP and JavaScript callers may pass other names.
      const isTemplate = ["incident_templates", "maintenance_templates"].includes(table);
      const template = isTemplate ? store.table(table).find(id) : undefined;
      if (!template || template.deleted) throw new HttpError(404, `there is no template ${id} in ${table}`);
      return { ...draft, ...valuesOf(template) };
    },
    selfService: {
      selectServices: (id, services_selection) => {
        const params = ownParams(emulation, id);
        applyUnlogged(emulation, "updateSubscription", { params, body: { services_selection } });
      },
      unsubscribe: (id) => {
        applyUnlogged(emulation, "deleteSubscription", { params: ownParams(emulation, id) });
      },
    },
  };
}

/** Rejects names of other tables, which HTTP and JavaScript callers may pass. */
function checkTable(name: string): void {
  const isKnown = tableNames.some((known) => known === name);
  if (!isKnown) throw new HttpError(404, `there is no table ${name}; tables: ${tableNames.join(", ")}`);
}

/** Documented: a field without a value is ignored when the template is applied; silent null leaves silent unset. */
function valuesOf(template: Tables[TemplateTable]): EventDraft {
  const { title, body, service_statuses } = template;
  const silent = "silent" in template ? template.silent : template.silent_update;
  return {
    ...(title !== null && { title }),
    ...(body !== null && { body }),
    ...(service_statuses.length > 0 && { service_statuses }),
    ...(silent !== null && { silent }),
    ...("incident_type" in template && template.incident_type !== null && { incident_type: template.incident_type }),
    ...("duration" in template && template.duration !== null && { duration: template.duration }),
  };
}

/** The path of a subscription that its recipient may change. */
function ownParams({ store }: Emulation, id: number) {
  const subscription = store.table("subscriptions").find(id);
  const hub = subscription && store.table("hubs").find(subscription.hub_id);
  if (!hub || subscription.deleted) throw new HttpError(404, `there is no subscription ${id}`);
  if (subscription.protected)
    throw new HttpError(403, `subscription ${id} is protected, so its recipient can't change it`);
  return { subdomain: hub.subdomain, subscription_id: String(id) };
}
