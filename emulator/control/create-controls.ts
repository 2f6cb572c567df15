import { z } from "zod";
import { anyText, filledText } from "../../model/api/field.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { Emulation } from "../emulation.ts";
import { createReadings } from "../events/reading.ts";
import { applyUnlogged } from "../http/request.ts";
import { HttpError } from "../http-error.ts";
import { addHub, getHub, newHub } from "../resources/hub.ts";
import { routeOf } from "../route.ts";
import type { Tables } from "../tables/index.ts";
import { parsed } from "../validation.ts";
import type { Alert, Controls, EventDraft, PanelRequest, ResponseOf, SelfService, TemplateTable } from "./controls.ts";
import { createEdits, now } from "./edit-records.ts";

export function createControls(emulation: Emulation): Controls {
  const { store } = emulation;
  return {
    ...createReadings(emulation),
    ...createEdits(emulation),
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
    snapshot: () => structuredClone(store.snapshot()),
    restore: (snapshot) => emulation.restore(snapshot),
    reset: () => emulation.reset(),
    // The operation's name determines the response, which the compiler can't follow.
    perform: <Name extends OperationName>(operation: Name, { params = {}, body }: PanelRequest) => {
      if (!Object.hasOwn(routeOf, operation)) throw new HttpError(404, `there is no operation ${operation}`);
      const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
      return structuredClone(applyUnlogged(emulation, operation, { params: texts, body })) as ResponseOf<Name>;
    },
    createHub: (hub) => {
      const fields = parsed(newHub.strict(), hub);
      return store.transaction(() => addHub(store, fields, now(emulation)));
    },
    setPlatformAlert: (subdomain, alert) => setPlatformAlert(emulation, subdomain, alert),
    applyTemplate: (table, id, draft) => {
      // HTTP and JavaScript callers may pass other names.
      const isTemplate = ["incident_templates", "maintenance_templates"].includes(table);
      const template = isTemplate ? store.table(table).find(id) : undefined;
      if (!template || template.deleted) throw new HttpError(404, `there is no template ${id} in ${table}`);
      return { ...draft, ...valuesOf(template) };
    },
    selfService: createSelfService(emulation),
  };
}

const alertSchema = z.strictObject({ title: filledText, body: anyText.optional() });

function setPlatformAlert(emulation: Emulation, subdomain: string, alert: Alert | undefined): void {
  const { store } = emulation;
  const hub = getHub(store, subdomain);
  const alerts = store.table("platform_alerts");
  store.transaction(() => {
    const active = alerts.by("hub", hub.id).filter(({ end_time }) => end_time === null);
    for (const each of active) alerts.put({ ...each, end_time: now(emulation) });
    if (!alert) return;
    const { title, body = "" } = parsed(alertSchema, alert);
    alerts.insert({ hub_id: hub.id, title, body, start_time: now(emulation), end_time: null });
  });
}

/** Documented: a field without a value is ignored when the template is applied; silent null leaves silent unset. */
function valuesOf(template: Tables[TemplateTable]): EventDraft {
  const { title, body, service_statuses: statuses } = template;
  const values = {
    title,
    body,
    service_statuses: statuses.length > 0 ? statuses : null,
    silent: "silent" in template ? template.silent : template.silent_update,
    incident_type: "incident_type" in template ? template.incident_type : null,
    duration: "duration" in template ? template.duration : null,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function createSelfService(emulation: Emulation): SelfService {
  return {
    selectServices: (id, selection) => {
      const body = { services_selection: selection };
      applyUnlogged(emulation, "updateSubscription", { params: ownParams(emulation, id), body });
    },
    unsubscribe: (id) => {
      applyUnlogged(emulation, "deleteSubscription", { params: ownParams(emulation, id) });
    },
  };
}

/** Returns the path parameters of a subscription that its recipient may change. */
function ownParams({ store }: Emulation, id: number) {
  const subscription = store.table("subscriptions").find(id);
  const hub = subscription && store.table("hubs").find(subscription.hub_id);
  if (!hub || subscription.deleted) throw new HttpError(404, `there is no subscription ${id}`);
  if (subscription.protected)
    throw new HttpError(403, `subscription ${id} is protected, so its recipient can't change it`);
  return { subdomain: hub.subdomain, subscription_id: String(id) };
}
