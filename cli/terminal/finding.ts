import { paint } from "./paint.ts";

/** The result of one check. */
export interface Finding {
  readonly name: string;
  /** `unknown` if it was not or could not be checked, which doesn't count as a failure. */
  readonly status: "ok" | "failed" | "unknown";
  /** The finding and, after a failure, the remedy. */
  readonly text: string;
}

export const ok = (name: string, text: string): Finding => ({ name, status: "ok", text });
export const failed = (name: string, text: string): Finding => ({ name, status: "failed", text });
export const unknown = (name: string, text: string): Finding => ({ name, status: "unknown", text });

const marks = { ok: ["green", "ok"], failed: ["red", "failed"], unknown: ["yellow", "?"] } as const;

/** Describes a finding, with the remedy on a line of its own. */
export function describeFinding({ name, status, text }: Finding): string {
  const [color, mark] = marks[status];
  const lines = text.replace(/\. (?=[A-Z])/, `.\n${" ".repeat(18)}`);
  return `${paint(color, mark.padEnd(7))} ${name.padEnd(9)} ${lines}`;
}
