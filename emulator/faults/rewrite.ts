import { z } from "zod";
import { hasInnerValues, parsed } from "../http/validation.ts";
import { type Route, routes } from "../route.ts";

const serverForms = {
  trim: (text: string) => text.trim(),
  "lower-case": (text: string) => text.toLowerCase(),
  "upper-case": (text: string) => text.toUpperCase(),
  "entity-encode": (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  "strip-tags": (text: string) => text.replaceAll(/<[^<>]*>/g, ""),
  "time-offset": (text: string) => text.replace("Z", "+00:00"),
  "time-fraction": (text: string) => text.replace("Z", ".000Z"),
  "time-space": (text: string) => text.replace("T", " ").replace("Z", ""),
};

type ServerForm = keyof typeof serverForms;

/** What the server does with a value: rewrites or reorders it, omits it from responses, or ignores writes. */
export type RewriteKind = ServerForm | "re-order" | "omit" | "ignore";

// Object.keys is typed as string[]; the keys are the forms.
const rewriteKinds: readonly RewriteKind[] = [
  ...(Object.keys(serverForms) as ServerForm[]),
  "re-order",
  "omit",
  "ignore",
];

/**
 * One field that the server doesn't keep or return as it was sent. `omit` leaves it out of responses. `ignore` accepts
 * a write but keeps the previous value.
 */
export interface Rewrite {
  /** The last name in the paths of its operations, such as `services` or `incident_templates`. */
  readonly resource: string;
  /** Dots separate inner fields: `name`, `services_selection.services`, `event_repeat.end_on`. */
  readonly field: string;
  readonly as: RewriteKind;
}

const resources = [...new Set(routes.map(({ resource }) => resource))];

const rewriteSchema = z.strictObject({
  resource: z.enum(resources, { error: `must be one of ${resources.join(", ")}` }),
  field: z.string({ error: "must be the name of a field" }).min(1, "must be the name of a field"),
  as: z.enum(rewriteKinds, { error: `must be one of ${rewriteKinds.join(", ")}` }),
});

/** The active rewrites. Except for ignored fields, the emulator stores values as they were sent, and rewrites responses. */
export class Rewrites {
  #active: readonly Rewrite[] = [];

  add(rewrite: Rewrite): void {
    this.#active = [...this.#active, parsed(rewriteSchema, rewrite, "the rewrite")];
  }

  clear(): void {
    this.#active = [];
  }

  list(): readonly Rewrite[] {
    return this.#active;
  }

  /** Returns the part of a body that takes effect, without ignored fields if they are optional. */
  bodyOf(route: Route, body: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
    const ignored = this.#for(route).filter(({ as }) => as === "ignore");
    const { body: schema } = route.operation;
    if (ignored.length === 0 || !body || !schema) return body;
    const dropped = ignored
      .filter(({ field }) => hasOwn(schema.shape, field) && isOptional(schema.shape[field]))
      .map(({ field }) => field);
    return Object.fromEntries(Object.entries(body).filter(([field]) => !dropped.includes(field)));
  }

  responseOf(route: Route, response: unknown): unknown {
    const rewrites = this.#for(route).filter(({ as }) => as !== "ignore");
    if (rewrites.length === 0) return response;
    const copy = structuredClone(response);
    const records = hasInnerValues(copy) && Array.isArray(copy.data) ? copy.data : [copy];
    for (const record of records) for (const rewrite of rewrites) apply(rewrite, record);
    return copy;
  }

  #for({ resource }: Route): readonly Rewrite[] {
    return this.#active.filter((rewrite) => rewrite.resource === resource);
  }
}

// The values of a ZodObject's shape are schemas, but its type only knows zod's core.
const isOptional = (schema: unknown): boolean =>
  (schema as { safeParse(value: unknown): { success: boolean } } | undefined)?.safeParse(undefined).success ?? false;

function apply({ field, as }: Rewrite, record: unknown): void {
  const path = field.split(".");
  const last = path.pop() ?? "";
  const parent = path.reduce<unknown>((inner, name) => (hasOwn(inner, name) ? inner[name] : undefined), record);
  if (!hasOwn(parent, last)) return;
  if (as === "omit") delete parent[last];
  else parent[last] = rewritten(parent[last], as);
}

function rewritten(value: unknown, as: RewriteKind): unknown {
  if (as === "re-order") return Array.isArray(value) ? value.toReversed() : value;
  if (as === "omit" || as === "ignore") return value;
  if (Array.isArray(value)) return value.map((item) => rewritten(item, as));
  return typeof value === "string" ? serverForms[as](value) : value;
}

/** Whether the record itself has this field: a name such as `__proto__` would reach into what all objects share. */
const hasOwn = (value: unknown, name: string): value is Record<string, unknown> =>
  hasInnerValues(value) && Object.hasOwn(value, name);
