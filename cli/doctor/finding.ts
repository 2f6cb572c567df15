import { paint } from "../terminal/paint.ts";

/** What one check of the doctor has found. */
export interface Finding {
  readonly name: string;
  /** `unknown` where it cannot be found out, which is no fault. */
  readonly status: "ok" | "failed" | "unknown";
  readonly text: string;
  /** What to do, where it failed. */
  readonly advice?: string;
}

export const ok = (name: string, text: string): Finding => ({ name, status: "ok", text });
export const failed = (name: string, text: string, advice: string): Finding => ({
  name,
  status: "failed",
  text,
  advice,
});
export const unknown = (name: string, text: string): Finding => ({ name, status: "unknown", text });

const marks = { ok: ["green", "ok"], failed: ["red", "failed"], unknown: ["yellow", "?"] } as const;

/** One line, and a second one with what to do. */
export function describeFinding({ name, status, text, advice }: Finding): string {
  const [colour, mark] = marks[status];
  const line = `${paint(colour, mark.padEnd(7))} ${name.padEnd(9)} ${text}`;
  return advice === undefined ? line : `${line}\n${" ".repeat(18)}${advice}`;
}
