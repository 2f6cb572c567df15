import type { ManualChange } from "../report/manual.ts";
import { liveValuesIn, type PlannedChange } from "../report/planned.ts";
import type { KeptRecord } from "./facts.ts";
import type { Place } from "./places.ts";
import { brokenRule, keepProperty, type Writing } from "./properties.ts";
import { referringTo } from "./referring.ts";

/** What the plan has of a record that somebody has changed, and where the program declares it. */
interface Declaring {
  readonly planned: PlannedChange;
  readonly place: Place;
}

/** Says how to declare a manual change of a record. */
export const keepRecord = async (manual: ManualChange, declaring: Declaring, writing: Writing): Promise<KeptRecord> =>
  manual.change === "deleted" ? keepDeleted(manual, declaring, writing) : keepChanged(manual, declaring, writing);

/** A record that was deleted: a person removes its declaration, and what refers to it. */
function keepDeleted(manual: ManualChange, declaring: Declaring, { stack }: Writing): KeptRecord {
  const problem = problemOfPlace(declaring.place);
  return {
    ...recordOf(manual, declaring),
    ...(problem !== undefined && { problem }),
    properties: [],
    referredBy: referringTo(stack, declaring.planned),
  };
}

/** A record that was changed: each property gets lines to paste, unless the record has a problem. */
async function keepChanged(manual: ManualChange, declaring: Declaring, writing: Writing): Promise<KeptRecord> {
  const { planned, place } = declaring;
  const live = liveValuesIn(planned.step);
  const values = Object.fromEntries(manual.properties.map(({ property }) => [property, live[property] ?? null]));
  const problem =
    problemOfPlace(place) ?? problemOfLanguage(writing) ?? place.declaration?.problem ?? brokenRule(planned, values);
  const placeOfLines = problem === undefined ? place : undefined;
  const properties = Object.entries(values).map(([property, value]) =>
    keepProperty(planned, { property, value }, writing, placeOfLines),
  );
  return {
    ...recordOf(manual, declaring),
    ...(problem !== undefined && { problem }),
    properties: await Promise.all(properties),
    referredBy: [],
  };
}

function recordOf({ stack, kind, name, id, label, change }: ManualChange, { planned, place }: Declaring) {
  const { sourcePosition } = place;
  return { stack, kind, name, id, hub: planned.hub, label, change, ...(sourcePosition && { sourcePosition }) };
}

/** Why a person has to find the lines to change. */
function problemOfPlace({ sourcePosition, isShared }: Place): string | undefined {
  if (isShared) return "this line also declares other resources, or this one in another stack";
  return sourcePosition === undefined ? "it isn't known where the program declares it" : undefined;
}

const problemOfLanguage = ({ language }: Writing): string | undefined =>
  language === undefined ? "the lines for this language aren't known" : undefined;
