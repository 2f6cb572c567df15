import { type Operation, pathParameters } from "../../model/api/operation.ts";
import { incidentTemplateOperations } from "../../model/kinds/incident-template.ts";
import { maintenanceOperations } from "../../model/kinds/maintenance.ts";
import { maintenanceTemplateOperations } from "../../model/kinds/maintenance-template.ts";
import { serviceOperations } from "../../model/kinds/service.ts";
import { subscriptionOperations } from "../../model/kinds/subscription.ts";
import { subscriberOperations } from "../../model/kinds/unmanaged/subscriber.ts";

interface Kind {
  readonly noun: string;
  /** The field whose whole value, or one of its values, is the mark of a run. */
  readonly marked: string;
  readonly operations: Readonly<Record<"create" | "list" | "get" | "update" | "delete", Operation>>;
}

/** The records that a run may create, by the name in their path, in the order in which they are removed. */
export const kinds = {
  maintenances: { noun: "maintenance", marked: "title", operations: maintenanceOperations },
  subscriptions: { noun: "subscription", marked: "label", operations: subscriptionOperations },
  // Comes with its first subscription, and goes with its last one.
  subscribers: { noun: "subscriber", marked: "", operations: subscriberOperations },
  incident_templates: { noun: "incident template", marked: "labels", operations: incidentTemplateOperations },
  maintenance_templates: { noun: "maintenance template", marked: "labels", operations: maintenanceTemplateOperations },
  services: { noun: "service", marked: "custom_id", operations: serviceOperations },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as KindName[];

/** The kinds that have a list of their own which is searched. */
export const listedKinds = kindNames.filter((name) => name !== "subscribers");

/** The parameter of a path that holds the ID, such as `service_id`. */
export const idParameter = (kind: KindName): string => pathParameters(kinds[kind].operations.get).at(-1) ?? "";

/** An ID that no record has, so that a write to it changes nothing. */
export const unusedId = "2147483647";

const prefix = "pulumi-statushub-probe";

/** Returns the mark that all records of one run bear, with a number after it. */
export const createMark = (now: number, random: string): string => `${prefix}-${Math.floor(now / 1000)}-${random}`;

/** Matches in any case, because StatusHub may keep texts in another one. */
const pattern = new RegExp(`${prefix}-(\\d+)-[0-9a-z]+`, "i");

/** Returns the mark that a record mentions anywhere; undefined if it mentions none. */
export const markIn = (record: unknown): string | undefined => pattern.exec(JSON.stringify(record))?.[0].toLowerCase();

/** Whose a record is. */
export interface Owner {
  readonly mark: string;
  /** The mark with its number. */
  readonly name: string;
  /** When the run began, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * Returns whose a record is: `nobody` if no run of `probe` has made it, and undefined if a list leaves that out. A record
 * that only mentions a mark is somebody else's.
 */
export function ownerOf(kind: KindName, record: Readonly<Record<string, unknown>>): Owner | "nobody" | undefined {
  const { marked } = kinds[kind];
  if (!(marked in record)) return undefined;
  const texts = [record[marked]].flat().map((text) => String(text).toLowerCase());
  for (const name of texts) {
    const [mark, seconds] = new RegExp(`^${pattern.source}(?=-\\d+$)`).exec(name) ?? [];
    if (mark !== undefined) return { mark, name, time: Number(seconds) * 1000 };
  }
  // It may be shortened.
  return texts.some((text) => text.length > 2 && text.startsWith(prefix.slice(0, 3))) ? undefined : "nobody";
}
