import type { Template } from "../../../cli/hub/template.ts";
import { Incidents } from "../../../cli/incident/incidents.ts";
import { openIncident } from "../../../cli/incident/opening.ts";
import type { PostOptions } from "../../../cli/incident/plan.ts";
import { updateIncident } from "../../../cli/incident/updating.ts";
import type { EmulatorOptions } from "../../../emulator/index.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { down, email, fillHub } from "../../emulator/scene.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { readNotes } from "../during/scene.ts";

/** Templates as a team would write them. */
const templates = [
  { title: "API is down", body: "<p>We are looking into it.</p>", incident_type: "investigating" },
  { title: "Cause found", body: "<p>A disk is full.</p>", incident_type: "identified" },
  { title: "API is up again", body: "<p>Sorry.</p>", incident_type: "resolved" },
].map((template) => ({ ...template, service_statuses: down() }));

/**
 * A hub with a service and two subscriptions, whose time only moves on while a command waits. Every command is a process of its
 * own.
 */
export async function startHub(options: EmulatorOptions = {}) {
  let now = Date.parse("2026-11-23T12:30:10Z");
  const whileWaiting: (() => Promise<unknown>)[] = [];
  const clock = {
    now: () => now,
    async sleep(milliseconds: number) {
      now += milliseconds;
      await whileWaiting.shift()?.();
    },
  };
  const emulator = await temporaryEmulator({ clock: { now: () => now }, ...options });
  const api = apiOf(emulator);
  const sms = { method_name: "sms", address: "+15550100", services_selection: { service_ids: [1] } };
  fillHub(emulator, [
    ["createSubscription", email()],
    ["createSubscription", { ...sms, less_verbose: true }],
    ...templates.map((template): ["createIncidentTemplate", object] => ["createIncidentTemplate", template]),
  ]);
  const notes = readNotes();
  /** Values by title that differ from the templates. */
  const changes = new Map<string, object>();
  const hub = () => ({ account: reachAgain(emulator, { clock }), subdomain: "acme" });
  const template = (title: string): Template => {
    const listed = emulator.records("incident_templates");
    const { body, incident_type: incidentType } = listed.find((record) => record.title === title) ?? {};
    const serviceStatuses = [{ service: "1", status: "down" }];
    const values = { title, body, incidentType, serviceStatuses, ...changes.get(title) };
    return { ...hub(), name: `IncidentTemplate "${title}"`, values };
  };
  const yes = { yes: true };
  return {
    emulator,
    api,
    notes,
    hub,
    whileWaiting,
    changes,
    open: async (title = "API is down", options: PostOptions = yes) => openIncident(template(title), options),
    update: async (title: string, options: PostOptions = yes, id = "1") =>
      updateIncident(hub(), { id, template: template(title), isResolving: false }, options),
    resolve: async (title?: string, options: PostOptions = yes, id = "1") =>
      updateIncident(
        hub(),
        { id, template: title === undefined ? undefined : template(title), isResolving: true },
        options,
      ),
    listOpen: () => new Incidents(hub()).listOpen(),
    posts: () => emulator.requests.filter(({ method }) => method === "POST"),
    /** The titles of the messages, by method. */
    messages: () =>
      emulator
        .outbox("acme")
        .filter(({ outcome, recipient }) => outcome === "sent" && recipient === "subscriber")
        .map(({ method, title }) => `${method}: ${title}`),
  };
}
