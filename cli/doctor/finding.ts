import { paint } from "../terminal/paint.ts";

/** What one check of the doctor has found. */
export interface Finding {
  readonly name: string;
  /** `unknown` where it cannot be found out, which is no fault. */
  readonly status: "ok" | "failed" | "unknown";
  /** What was found; if it failed, also what to do. */
  readonly text: string;
}

export const ok = (name: string, text: string): Finding => ({ name, status: "ok", text });
export const failed = (name: string, text: string): Finding => ({ name, status: "failed", text });
export const unknown = (name: string, text: string): Finding => ({ name, status: "unknown", text });

const marks = { ok: ["green", "ok"], failed: ["red", "failed"], unknown: ["yellow", "?"] } as const;

/** One line for each sentence: what to do follows what was found. */
export function describeFinding({ name, status, text }: Finding): string {
  const [colour, mark] = marks[status];
  const lines = text.replace(/\. (?=[A-Z])/, `.\n${" ".repeat(18)}`);
  return `${paint(colour, mark.padEnd(7))} ${name.padEnd(9)} ${lines}`;
}
