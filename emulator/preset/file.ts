import { readFileSync } from "node:fs";
import { z } from "zod";
import { invalidPreset } from "../errors.ts";
import { unknownFields } from "../http/validation.ts";
import { type Preset, presetSchema } from "./schema.ts";

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
