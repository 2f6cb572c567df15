import ts from "typescript";
import { vi } from "vitest";
import { utcFrom } from "../../sdk/wall-time.ts";
import { readText } from "../../tools/engine/local.ts";

const section = /## Every second Sunday.*?\n## /s.exec(readText("docs/guides/maintenance-cookbook.md"))?.[0] ?? "";

/** The cookbook's recipe for every second Sunday. */
export const recipe = /```ts\n(.*?)```/s.exec(section)?.[1] ?? "";

export type Declared = Readonly<Record<"name" | "startTime" | "endTime", string>>;

/** Runs the recipe in TypeScript at this time, and returns what it declares. */
export function declaredAt(time: number, text = recipe): Declared[] {
  vi.useFakeTimers({ now: time });
  const declared: Declared[] = [];
  class Maintenance {
    constructor(name: string, { startTime, endTime }: Omit<Declared, "name">) {
      declared.push({ name, startTime, endTime });
    }
  }
  const [, body = ""] = text.split(/^import .*$/m);
  const program = new Function("statushub", ts.transpile(body, { target: ts.ScriptTarget.ESNext }));
  try {
    program({ utcFrom, Maintenance, Hub: class {}, Service: class {} });
  } finally {
    vi.useRealTimers();
  }
  return declared;
}
