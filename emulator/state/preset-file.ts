import { readFileSync } from "node:fs";
import { z } from "zod";
import { roles } from "../api-key.ts";
import type { Preset } from "./preset.ts";

const presetSchema = z.strictObject({
  hubs: z
    .array(
      z.strictObject({
        subdomain: z.string(),
        name: z.string(),
        groups: z.array(z.string()).exactOptional(),
        parent: z.string().exactOptional(),
        sharedGroups: z.array(z.int()).exactOptional(),
        productUrl: z.string().exactOptional(),
        customDomain: z.string().exactOptional(),
      }),
    )
    .min(1),
  keys: z
    .array(
      z.strictObject({
        key: z.string().min(1),
        role: z.enum(roles),
        owner: z.string(),
        hubs: z.record(z.string(), z.enum(roles)).exactOptional(),
      }),
    )
    .exactOptional(),
});

/** Reads a preset from a JSON file. Throws where it is none, and says what is wrong with which part. */
export function readPreset(path: string): Preset {
  const preset = presetSchema.safeParse(parse(path));
  if (preset.success) return preset.data;
  throw new Error(`${path} is not a preset of the emulator:\n${z.prettifyError(preset.error)}`);
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`Cannot read the preset ${path}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
