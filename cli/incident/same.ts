import type { Live, Wire } from "../../model/api/form.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { readServiceStatuses } from "../../model/kinds/service-status.ts";
import { hasSimilarIdentity, sayTheSame } from "../../provider/inspect.ts";

/** What an update on the page has of everything that would be sent. Whether it was silent is in no response. */
export interface Comparison {
  /** What it shows otherwise, by the names of a template's properties. */
  readonly differs: readonly string[];
  /** What it doesn't show. */
  readonly notShown: readonly string[];
}

interface Compared {
  /** The name of a template's property. */
  readonly name: string;
  readonly key: string;
  readonly shownIn: (live: Live) => unknown;
  readonly isSame: (shown: unknown, sent: unknown) => boolean;
}

const { title, body } = incidentTemplate.properties;
if (title === undefined || body === undefined) throw new TypeError("An incident template has a title and a body.");

const compared: readonly Compared[] = [
  {
    name: "title",
    key: "title",
    shownIn: (live) => live.title,
    isSame: (shown, sent) => sayTheSame(title, shown, sent),
  },
  {
    name: "body",
    key: "body",
    shownIn: (live) => live.body,
    // Documented: without a body, it is an empty text.
    isSame: (shown, sent) => sayTheSame(body, shown ?? "", sent ?? ""),
  },
  {
    name: "incidentType",
    key: "incident_type",
    shownIn: (live) => live.incident_type,
    isSame: (shown, sent) => shown === sent,
  },
  { name: "serviceStatuses", key: "service_statuses", shownIn: readServiceStatuses, isSame: haveSameStatuses },
];

export function compare(live: Live, sent: Wire): Comparison {
  const differs: string[] = [];
  const notShown: string[] = [];
  for (const { name, key, shownIn, isSame } of compared.filter((each) => sent[each.key] !== undefined)) {
    const shown = shownIn(live);
    if (shown === undefined) notShown.push(name);
    else if (!isSame(shown, sent[key])) differs.push(name);
  }
  return { differs, notShown };
}

/** It has everything that would be sent. */
export const isSame = ({ differs, notShown }: Comparison): boolean => differs.length === 0 && notShown.length === 0;

/** All that it shows is what would be sent, but it doesn't show everything. */
export const isUnclear = ({ differs, notShown }: Comparison): boolean => differs.length === 0 && notShown.length > 0;

/** Whether an update may be what a POST has made whose response was lost: StatusHub may have rewritten its texts. */
export function mayHaveMade(shown: Live, sent: Wire): boolean {
  const texts = ["title", "body"].filter((name) => shown[name] !== undefined && sent[name] !== undefined);
  const { differs } = compare(shown, sent);
  const areOthersSame = differs.every((name) => name === "title" || name === "body");
  return areOthersSame && isAlike(shown, sent, texts);
}

/** Whether a record has the title of a message, also if StatusHub has rewritten it. */
export const hasTitle = (shown: Live, sent: Wire): boolean => isAlike(shown, sent, ["title"]);

function isAlike(shown: Live, sent: Wire, names: readonly string[]): boolean {
  const declared = Object.fromEntries(names.map((name) => [name, sent[name]]));
  return hasSimilarIdentity(incidentTemplate, shown, { declared, names });
}

interface ServiceStatus {
  readonly service_id: unknown;
  readonly status: unknown;
}

export const statusesIn = ({ service_statuses: statuses }: Wire | Live): readonly ServiceStatus[] =>
  Array.isArray(statuses) ? statuses : [];

export const servicesIn = (values: Wire | Live): number[] => statusesIn(values).map(({ service_id: id }) => Number(id));

function haveSameStatuses(shown: unknown, sent: unknown): boolean {
  const inOrder = (statuses: unknown) =>
    statusesIn({ service_statuses: statuses } as Live)
      .map(({ service_id: id, status }) => `${id} ${status}`)
      .sort()
      .join();
  return inOrder(shown) === inOrder(sent);
}
