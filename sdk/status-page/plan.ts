import { duplicateKey, invalidKey, unknownService } from "../../errors/page.ts";
import { nearest } from "../../provider/misspelling.ts";
import { Hub } from "../hub.ts";
import { grouped, sections, shapes } from "../shapes.ts";
import type { StatusPageArgs } from "./form.ts";
import type { Path, Problem } from "./problem.ts";

/** A record by its kind and its key. */
export interface RecordKey {
  readonly kind: string;
  readonly key: string;
  readonly path: Path;
}

export function keysOf({ hub, groups = {}, ...page }: StatusPageArgs): RecordKey[] {
  const inGroups = entriesOf(groups).flatMap(([group, { [grouped.section]: ofGroup = {} }]) =>
    entriesOf(ofGroup).map(([key]) => ({
      kind: grouped.kind,
      key,
      path: ["groups", group, grouped.section, key],
    })),
  );
  const others = sectionNames.flatMap((section) =>
    entriesOf<object>(page[section] ?? {}).map(([key]) => ({ kind: sections[section], key, path: [section, key] })),
  );
  const own = Hub.isInstance(hub) ? [] : [{ kind: "Hub", key: "hub", path: ["hub"] }];
  return [...own, ...inGroups, ...others];
}

// Object.keys is typed as string[]; the keys are the sections.
const sectionNames = Object.keys(sections) as readonly (keyof typeof sections)[];

/** The properties that refer to services. */
const referring: readonly string[] = Object.values(shapes).flatMap((shape) =>
  "references" in shape ? shape.references : [],
);

/** Returns the records in a page's groups by key, each with the ID of its group. */
export function groupedRecordsOf({ groups = {} }: StatusPageArgs): Record<string, object> {
  return Object.fromEntries(
    entriesOf(groups).flatMap(([, { id, [grouped.section]: records = {} }]) =>
      entriesOf<object>(records).map(([key, record]) => [key, { ...record, [grouped.property]: id }] as const),
    ),
  );
}

/** Returns the entries of a section, without those that a program has set to undefined. */
export const entriesOf = <Entry>(section: Readonly<Record<string, Entry | undefined>>): [string, Entry][] =>
  Object.entries(section).flatMap(([key, entry]) => (entry === undefined ? [] : [[key, entry]]));

/**
 * Returns a record's arguments in the form of its class, replacing each key of a service with the result of `find`.
 *
 * Values that aren't known while the program runs, such as outputs, are kept: they contain services or IDs, not keys.
 */
export function withServices(entry: object, find: (key: string, place: Path) => unknown): object {
  const found = Object.entries(entry).map(([property, value]) => {
    const isReferring = referring.includes(property);
    const resolve = (reference: unknown, place: Path) =>
      typeof reference === "string" && !isId(reference) ? find(reference, [property, ...place]) : reference;
    return [property, isReferring ? resolveEach(value, resolve) : value];
  });
  return Object.fromEntries(found);
}

/** The API's service IDs are numbers. */
const isId = (text: string) => /^\d+$/.test(text);

function resolveEach(value: unknown, resolve: (reference: unknown, place: Path) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      isWritten(item) ? { ...item, service: resolve(item.service, [index, "service"]) } : resolve(item, [index]),
    );
  }
  if (!isWritten(value)) return value;
  return Object.entries(value).map(([key, status]) => ({ service: resolve(key, [key]), status }));
}

/** Whether a value is an object literal from a program or a file, not an output, a promise or a resource. */
const isWritten = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Returns the problems with the keys of a page. The provider checks everything else in the preview.
 *
 * @param page may lack parts that couldn't be read
 */
export function problemsIn(page: StatusPageArgs): Problem[] {
  const keys = entriesOf(page.groups ?? {}).flatMap(([, { services = {} }]) => entriesOf(services).map(([key]) => key));
  const problems = problemsOfKeys(page);
  for (const section of sectionNames) {
    for (const [name, entry] of entriesOf<object>(page[section] ?? {})) {
      withServices(entry, (key, place) => {
        if (keys.includes(key)) return;
        const near = nearest(key, keys);
        const named = { key: JSON.stringify(key) };
        const message =
          near === undefined
            ? unknownService.unknown(named)
            : unknownService.suggested({ ...named, suggestion: JSON.stringify(near) });
        problems.push({ path: [section, name, ...place], message });
      });
    }
  }
  return problems;
}

function problemsOfKeys({ groups = {} }: StatusPageArgs): Problem[] {
  const places = new Map<string, string>();
  return entriesOf(groups).flatMap(([group, { services = {} }]) =>
    entriesOf(services).flatMap(([key]): Problem[] => {
      const path = ["groups", group, "services", key];
      const other = places.get(key);
      places.set(key, group);
      if (other !== undefined) return [{ path, message: duplicateKey.inGroups({ group: JSON.stringify(other) }) }];
      const isUsable = key !== "" && !isId(key);
      return isUsable ? [] : [{ path, message: invalidKey.digits() }];
    }),
  );
}
