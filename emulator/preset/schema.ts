import { readFileSync } from "node:fs";
import { z } from "zod";
import { anyText } from "../../model/api/field.ts";
import { roles } from "../api-key.ts";
import { invalidPreset } from "../errors.ts";
import { newHub } from "../resources/hub.ts";
import { resources } from "../resources/index.ts";
import type { DeepReadonly } from "../state/field.ts";
import { list, unknownFields } from "../validation.ts";

type Resources = typeof resources;

/** The kinds that a preset can list. */
type ListName = {
  [Name in keyof Resources]: Resources[Name] extends { readonly preset: unknown } ? Name : never;
}[keyof Resources];

type BodyOf<Resource> = Resource extends { readonly preset: { readonly body: infer Body extends z.ZodType } }
  ? Body
  : never;

type PresetLists = { [Name in ListName]: ReturnType<typeof list<BodyOf<Resources[Name]>>> };

const presetLists = Object.fromEntries(
  Object.entries(resources).flatMap(([name, resource]) =>
    "preset" in resource ? [[name, list(resource.preset.body, resource.preset.description)]] : [],
  ),
) as PresetLists;

const hub = newHub.extend(presetLists);

/** The names of these lists, in the order in which their records are created. */
export const listNames = Object.keys(presetLists) as readonly ListName[];

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

/**
 * Content of an account at the start. Hubs and groups, which the API can't create, have our own format; the rest are
 * request bodies.
 */
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

export const presetJsonSchema = (): object => ({
  ...z.toJSONSchema(presetSchema, {
    io: "input",
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
  // In zod's format, like the other messages.
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
