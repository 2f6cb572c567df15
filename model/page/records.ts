import { nearest } from "../api/nearest.ts";
import { duplicateKey, formerKey, invalidKey, unknownService } from "./errors.ts";
import { type PageProblem, type Path, render } from "./problem.ts";
import { grouped, protectedKinds, referring, sections } from "./sections.ts";

/** Records by their keys on the page. A program may have set some to undefined. */
type Entries = Readonly<Record<string, object | undefined>>;

/** A page as data. Its values may be of any type, such as outputs that a program doesn't know yet. */
export type Page = {
  /** Undefined if the program has its own hub. */
  readonly hub?: object | undefined;
  readonly groups?: Readonly<Record<string, Group | undefined>>;
} & { readonly [Section in keyof typeof sections]?: Entries };

interface Group {
  readonly id: unknown;
  readonly [grouped.section]?: Entries;
}

/** A record that a page declares. */
export interface PlannedRecord {
  readonly kind: string;
  /** The section of the page with the record, by its key. */
  readonly section: string;
  readonly key: string;
  /** The logical name. */
  readonly name: string;
  /** The logical name that the record had before. */
  readonly formerName?: string;
  /** Whether the record is protected unless the program decides otherwise. */
  readonly isProtected: boolean;
  readonly path: Path;
  /** Returns the arguments except the hub, with the result of `find` for each key of a service. */
  argumentsWith(find: (key: string) => unknown): object;
}

/** Returns every record of a page: first its hub, then the services, then those that refer to services. */
export function planPage(page: string, { hub, groups = {}, ...others }: Page): PlannedRecord[] {
  const plan = ({ kind, section, key, path, entry }: PageEntry): PlannedRecord => {
    const { [formerKeyProperty]: former, ...declared } = entry as { readonly [formerKeyProperty]?: unknown };
    return {
      kind,
      section,
      key,
      path,
      name: section === "hub" ? page : nameOnPage(page, key),
      ...(typeof former === "string" && { formerName: nameOnPage(page, former) }),
      isProtected: protectedKinds.includes(kind),
      argumentsWith: (find) => withServices(declared, find),
    };
  };
  const own = hub === undefined ? [] : [{ kind: "Hub", section: "hub", key: "hub", path: ["hub"], entry: hub }];
  return [...own, ...groupedEntries(groups), ...sectionEntries(others)].map(plan);
}

/** Returns the logical name of a record other than the hub, which has the name of the page. */
export const nameOnPage = (page: string, key: string): string => `${page}-${key}`;

/** Returns the key of a record by its logical name. */
export const keyOnPage = (page: string, name: string): string => name.slice(nameOnPage(page, "").length);

const formerKeyProperty = "was";

interface PageEntry {
  readonly kind: string;
  readonly section: string;
  readonly key: string;
  readonly path: Path;
  readonly entry: object;
}

/** Returns the records in a page's groups, each with the ID of its group. */
const groupedEntries = (groups: NonNullable<Page["groups"]>): PageEntry[] =>
  entriesOf(groups).flatMap(([group, { id, [grouped.section]: records = {} }]) =>
    entriesOf(records).map(([key, record]) => ({
      kind: grouped.kind,
      section: grouped.section,
      key,
      path: ["groups", group, grouped.section, key],
      entry: { ...record, [grouped.property]: id },
    })),
  );

const sectionEntries = (page: Page): PageEntry[] =>
  sectionNames.flatMap((section) =>
    entriesOf(page[section] ?? {}).map(([key, entry]) => ({
      kind: sections[section],
      section,
      key,
      path: [section, key],
      entry,
    })),
  );

// Object.keys is typed as string[]; the keys are the sections.
const sectionNames = Object.keys(sections) as readonly (keyof typeof sections)[];

/** Returns the entries of a section, without those that a program has set to undefined. */
const entriesOf = <Entry>(section: Readonly<Record<string, Entry | undefined>>): [string, Entry][] =>
  Object.entries(section).flatMap(([key, entry]) => (entry === undefined ? [] : [[key, entry]]));

/**
 * Returns a record's arguments in the form of its class, replacing each key of a service with the result of `find`.
 *
 * Values that aren't known while the program runs, such as outputs, are kept: they contain services or IDs, not keys.
 */
function withServices(entry: object, find: (key: string, place: Path) => unknown): object {
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
  // Pulumi passes the keys to the native provider in its own order, so a program's order would make a difference.
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, status]) => ({ service: resolve(key, [key]), status }));
}

/** Whether a value is an object literal from a program or a file, not an output, a promise or a resource. */
const isWritten = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Returns the problems with the keys of a page. The provider checks everything else in the preview.
 *
 * @param page may lack parts that couldn't be read
 */
export function problemsIn({ groups = {}, ...others }: Page): PageProblem[] {
  const services = groupedEntries(groups);
  const rest = sectionEntries(others);
  const keys = services.map(({ key }) => key);
  const problems = [...problemsOfKeys(services), ...problemsOfFormerKeys([...services, ...rest])];
  for (const { entry, path } of rest) {
    withServices(entry, (key, place) => {
      if (keys.includes(key)) return;
      const near = nearest(key, keys);
      const named = { key: JSON.stringify(key) };
      const message =
        near === undefined
          ? unknownService.unknown(named)
          : unknownService.suggested({ ...named, suggestion: JSON.stringify(near) });
      problems.push({ path: [...path, ...place], message });
    });
  }
  return problems;
}

function problemsOfKeys(services: readonly PageEntry[]): PageProblem[] {
  const groups = new Map<string, unknown>();
  return services.flatMap(({ key, path }): PageProblem[] => {
    const other = groups.get(key);
    groups.set(key, path[1]);
    if (other !== undefined) return [{ path, message: duplicateKey.inGroups({ group: JSON.stringify(other) }) }];
    const isUsable = key !== "" && !isId(key);
    return isUsable ? [] : [{ path, message: invalidKey.digits() }];
  });
}

/** Each record can only move to one key, and not from a key that another record has now. */
function problemsOfFormerKeys(entries: readonly PageEntry[]): PageProblem[] {
  const moved = new Map<string, string>();
  return entries.flatMap(({ section, key, path, entry }): PageProblem[] => {
    const { [formerKeyProperty]: former } = entry as { readonly [formerKeyProperty]?: unknown };
    if (former === undefined) return [];
    const fail = (message: string) => [{ path: [...path, formerKeyProperty], message }];
    if (typeof former !== "string" || former === "") return fail(formerKey.text());
    const named = { key: JSON.stringify(former) };
    if (entries.some((each) => each.section === section && each.key === former)) return fail(formerKey.used(named));
    const place = JSON.stringify([section, former]);
    const other = moved.get(place);
    moved.set(place, key);
    return other === undefined ? [] : fail(formerKey.twice({ ...named, other: JSON.stringify(other) }));
  });
}

/** The logical names of all pages' records in one program. */
export class PageNames {
  readonly #owners = new Map<string, { readonly page: string; readonly path: Path }>();

  /**
   * Claims the names of a page's records.
   *
   * @param place what the URNs of records under this page begin with
   * @returns a problem for each name that another page's record has; Pulumi would only say "duplicate URN"
   */
  claim(page: string, place: string, plan: readonly PlannedRecord[]): PageProblem[] {
    return plan.flatMap(({ kind, name, path }): PageProblem[] => {
      const urn = [place, kind, name].join(" ");
      const other = this.#owners.get(urn);
      if (other === undefined) {
        this.#owners.set(urn, { page, path });
        return [];
      }
      const names = { name: JSON.stringify(name), other: render(other.path), page: other.page };
      return [{ path, message: duplicateKey.names(names) }];
    });
  }
}
