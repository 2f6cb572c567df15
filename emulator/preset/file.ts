import { readFileSync } from "node:fs";
import { z } from "zod";
import { invalidPreset } from "../../errors/emulator.ts";
import { unknownFields } from "../http/validation.ts";
import { type Preset, presetSchema } from "./schema.ts";

/** Reads a preset from a JSON file. Throws if it isn't one, with the path of the mistake. */
export function readPreset(path: string): Preset {
  const content = parseJson(path);
  const problem = findProblem(content);
  if (problem !== undefined) throw new Error(invalidPreset.file({ path, problem }));
  // Its schema has just accepted it.
  return content as Preset;
}

/** Throws if a value isn't a preset, with the path of the mistake. */
export function checkPreset(preset: Preset): void {
  const problem = findProblem(preset);
  if (problem !== undefined) throw new Error(invalidPreset.value({ problem }));
}

function findProblem(value: unknown): string | undefined {
  const preset = presetSchema.safeParse(value);
  if (!preset.success) return z.prettifyError(preset.error);
  const [unknown] = unknownFields(value, preset.data);
  return unknown && unknownRemark(unknown);
}

// In zod's format, like the other messages.
const unknownRemark = (path: string) => `✖ is not known\n  → at ${path}`;

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(invalidPreset.unreadable({ path, reason }), { cause: error });
  }
}
