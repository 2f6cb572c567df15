import { z } from "zod";
import { filledText, recordId, text } from "../../api/field.ts";
import { subdomain } from "../../kinds/hub.ts";
import { incidentCreate } from "../../kinds/incident.ts";
import { incidentTemplateShapes } from "../../kinds/incident-template.ts";
import { incidentUpdateCreate } from "../../kinds/incident-update.ts";
import { maintenanceShapes } from "../../kinds/maintenance.ts";
import { maintenanceTemplateShapes } from "../../kinds/maintenance-template.ts";
import { serviceShapes } from "../../kinds/service.ts";
import { subscriberCreate } from "../../kinds/subscriber.ts";
import { subscriptionShapes } from "../../kinds/subscription.ts";
import { roles } from "../api-key.ts";
import type { Frozen } from "../state/row.ts";

const { event_repeat, event_notifications } = maintenanceShapes.update.shape;

const list = <Item extends z.ZodType>(item: Item, description: string) =>
  z.array(item, { error: "must be a list" }).optional().describe(description);

const hub = z.object({
  subdomain,
  name: filledText,
  groups: list(text, "Names of its groups. Ids count from 1 over all hubs, in the order given."),
  parent: text.optional().describe("Subdomain of its primary hub, given before it, which makes it a connected hub."),
  shared_groups: list(recordId, "Of a connected hub: ids of the groups of its primary hub that it shares."),
  product_url: text.nullable().optional(),
  custom_domain: text.nullable().optional(),
  services: list(serviceShapes.create, "Bodies of POST services. Ids of each kind count from 1 over all hubs."),
  incident_templates: list(incidentTemplateShapes.create, "Bodies of POST incident_templates."),
  maintenance_templates: list(maintenanceTemplateShapes.create, "Bodies of POST maintenance_templates."),
  subscribers: list(subscriberCreate, "Bodies of POST subscribers, with their subscriptions."),
  subscriptions: list(
    subscriptionShapes.create,
    "Bodies of POST subscriptions; each makes a subscriber if it names none.",
  ),
  incidents: list(
    incidentCreate.extend({ incident_updates: list(incidentUpdateCreate, "Bodies of POST incident_updates.") }),
    "Bodies of POST incidents, with the updates that follow the first.",
  ),
  maintenances: list(
    maintenanceShapes.create.extend({ event_repeat, event_notifications }),
    "Bodies of POST maintenances, with what only a PUT sets.",
  ),
});

/** The part of a hub that the API has no operation to create. */
export const newHubSchema = hub
  .pick({
    subdomain: true,
    name: true,
    groups: true,
    parent: true,
    shared_groups: true,
    product_url: true,
    custom_domain: true,
  })
  .strict();

const role = z.enum(roles, { error: `must be one of ${roles.join(", ")}` });

const key = z.object({
  // A header carries visible ASCII unchanged; surrounding spaces aren't part of its value.
  key: text
    .regex(/^[!-~]([ -~]*[!-~])?$/, "must be ASCII without line breaks, and neither begin nor end with a space")
    .describe("What clients send as X-API-KEY."),
  role,
  owner: text.describe("E-mail of the owner: the author of what is made with this key."),
  hubs: z.record(text, role).optional().describe("Other roles on single hubs, by subdomain."),
});

/**
 * Content of an account at the start. Hubs and groups, which the API can't create, have our own format; the rest are
 * request bodies.
 */
export const presetSchema = z.object({
  $schema: text.optional(),
  hubs: z.array(hub, { error: "must be a list" }).min(1, "must name at least one hub"),
  keys: z
    .array(key, { error: "must be a list" })
    .min(1, "must not be empty")
    .optional()
    .describe("The API keys that work. Without it, one a role: emulator-admin-key, emulator-manager-key and so on."),
});

/** Returns the JSON Schema of a preset, for editors. */
export const presetJsonSchema = () => ({
  ...z.toJSONSchema(presetSchema, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties) jsonSchema.additionalProperties = false;
    },
  }),
  title: "Preset of the StatusHub emulator",
});

/** Content of an account at the start: hubs with their records, and valid API keys. */
export type Preset = Frozen<z.input<typeof presetSchema>>;

/** A hub of a preset. */
export type PresetHub = Preset["hubs"][number];
