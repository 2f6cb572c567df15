import { readFileSync } from "node:fs";
import { z } from "zod";
import { anyText } from "../../model/api/field.ts";
import { roles } from "../api-key.ts";
import { invalidPreset } from "../errors.ts";
import { newHub } from "../resources/hub.ts";
import { resources } from "../resources/index.ts";
import type { DeepReadonly } from "../state/field.ts";
import { list, unknownFields } from "../validation.ts";

/*
 * A preset is the content of an account at the start. Hubs and groups, which the API can't create, have our own format. The records of a
 * hub are in lists, as bodies of the requests that create them.
 */

const listOf = <Body extends z.ZodType>({ body, description }: { readonly body: Body; readonly description: string }) =>
  list(body, description);

/** The lists of a hub. Their records are created in this order, so a list comes after those whose records its own refer to. */
const lists = {
  services: listOf(resources.services.preset),
  incident_templates: listOf(resources.incident_templates.preset),
  maintenance_templates: listOf(resources.maintenance_templates.preset),
  subscribers: listOf(resources.subscribers.preset),
  subscriptions: listOf(resources.subscriptions.preset),
  incidents: listOf(resources.incidents.preset),
  maintenances: listOf(resources.maintenances.preset),
};

// Object.keys is typed as string[]; the keys are the lists.
export const listNames = Object.keys(lists) as readonly (keyof typeof lists)[];

const hub = newHub.extend(lists);

const role = z.enum(roles, { error: `must be one of ${roles.join(", ")}` });

const key = z.object({
  // A header carries visible ASCII unchanged; surrounding spaces aren't part of its value.
  key: anyText
    .regex(/^[!-~]([ -~]*[!-~])?$/, "must be ASCII without line breaks, and neither begin nor end with a space")
    .describe("Key that clients send in the header X-API-KEY."),
  role,
  owner: anyText.describe("Email address of the key's owner, who becomes the author of the records that it creates."),
  hubs: z.record(anyText, role).optional().describe("Different roles on some hubs, by subdomain."),
});

const presetSchema = z.object({
  $schema: anyText.optional(),
  hubs: z.array(hub, { error: "must be a list" }).min(1, "must name at least one hub"),
  keys: z
    .array(key, { error: "must be a list" })
    .min(1, "must not be empty")
    .optional()
    .describe(
      "Valid API keys. By default, there is one for each role: emulator-admin-key, emulator-manager-key and so on.",
    ),
});

/** Describes presets for editors. */
export const presetJsonSchema = (): object => ({
  ...z.toJSONSchema(presetSchema, {
    io: "input",
    // The schemas of request bodies allow unknown fields. In a preset, one is a mistake.
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties) jsonSchema.additionalProperties = false;
    },
  }),
  title: "Preset of the StatusHub emulator",
});

/** Content of an account at the start: hubs with their records, and valid API keys. */
export type Preset = DeepReadonly<z.input<typeof presetSchema>>;

export type PresetHub = Preset["hubs"][number];

/** Reads a preset from a JSON file. Throws if it isn't one, with the path of the mistake. */
export function readPreset(path: string): Preset {
  const content = parseJson(path);
  const problem = findProblem(content);
  if (problem) throw new Error(invalidPreset.file({ path, problem }));
  // Its schema has just accepted it.
  return content as Preset;
}

export function checkPreset(preset: Preset): void {
  const problem = findProblem(preset);
  if (problem) throw new Error(invalidPreset.value({ problem }));
}

/** Returns every mistake in a preset with its place; empty if there is none. */
function findProblem(value: unknown): string {
  const preset = presetSchema.safeParse(value);
  if (!preset.success) return z.prettifyError(preset.error);
  // The schemas of request bodies drop unknown fields. The text is like those of zod.
  return unknownFields(value, preset.data)
    .map((path) => `✖ is not known\n  → at ${path}`)
    .join("\n");
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(invalidPreset.unreadable({ path, reason }), { cause: error });
  }
}
