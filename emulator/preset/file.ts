import { readFileSync } from "node:fs";
import { z } from "zod";
import { invalidPreset } from "../../errors/emulator.ts";
import { unknownFields } from "../http/validation.ts";
import { type Preset, presetSchema } from "./schema.ts";

/** Reads a preset from a JSON file. Throws where it is none, with the path of what is wrong in it. */
export function readPreset(path: string): Preset {
  const content = parseJson(path);
  const problem = findProblem(content);
  if (problem !== undefined) throw new Error(invalidPreset.file({ path, problem }));
  // Checked by its schema, without a problem.
  return content as Preset;
}

/** Throws where a value is no preset, with the path of what is wrong in it. */
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

// As zod writes it for the others.
const unknownRemark = (path: string) => `✖ is not known\n  → at ${path}`;

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(invalidPreset.unreadable({ path, reason }), { cause: error });
  }
}
