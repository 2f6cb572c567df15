import { identify } from "../project/record.ts";
import { namesIn } from "../report/planned.ts";
import type { Fields } from "./fields.ts";
import { hubIdOf, tableOf } from "./page.ts";
import {
  currentValue,
  decides,
  known,
  leftOut,
  type PlannedValue,
  type Resolved,
  showsUnknown,
  standIn,
  unknownText,
  urnBefore,
} from "./planned-value.ts";
import { type CheckedStep, checkedIn } from "./replies.ts";
import { clearOf } from "./secrets.ts";
import { unknownValue } from "./unknown-value.ts";

/**
 * Finds what a secret stands for, which the plan masks:
 *
 * - The plan doesn't change it: it is what the record has now.
 * - The provider wasn't asked: if the record has something else now than the last update has deployed, somebody has changed it on the page or
 *   deleted the record, so what was deployed is declared again. Else it is a placeholder.
 * - The provider was asked: it has said a fingerprint of what the program declares, which confirms a value without telling the secret. The
 *   secret is the first of these that it confirms: what the record has now, what the last update has deployed and, for an identity, what
 *   another record on the hub has. Else it is a placeholder.
 */
export async function secretValue(planned: PlannedValue): Promise<Resolved> {
  const { stage, step, name } = planned;
  const current = currentValue(planned);
  const isChanged = step.oldState === undefined || namesIn(step.detailedDiff).has(name);
  if (!isChanged && current !== undefined) return known(current);
  const deployed = clearOf(stage.exported.get(urnBefore(step))?.inputs)[name];
  const checked = checkedStep(planned);
  if (checked === undefined) {
    const isReverted = deployed !== undefined && JSON.stringify(deployed) !== JSON.stringify(current);
    return isReverted ? known(deployed) : inPlaceOfSecret(planned, placeholderFor(planned));
  }
  for (const earlier of [current, deployed]) {
    if (earlier !== undefined && checked.certainlyHas(name, earlier)) return known(earlier);
  }
  return newSecret(planned, checked);
}

/** Finds a secret that neither the record nor the last update has. */
async function newSecret(planned: PlannedValue, checked: CheckedStep): Promise<Resolved> {
  const { name } = planned;
  const distinctText = checked.distinctText(name);
  const placeholder = placeholderFor(planned, {
    text: distinctText,
    isHttps: checked.certainlyHasScheme(name, "https:"),
  });
  const textsOfRecords = isInIdentity(planned) ? await textsOnHub(planned) : undefined;
  if (textsOfRecords === undefined) return inPlaceOfSecret(planned, placeholder);
  const same = textsOfRecords.find((each) => checked.certainlyHas(name, each));
  if (same !== undefined) return known(same);
  const mayExist = textsOfRecords.some((each) => checked.mayHaveLike(name, each));
  // Then no record has this identity, and the placeholder leaves nothing open.
  const isCertainlyNew = distinctText !== undefined && !mayExist;
  return isCertainlyNew && placeholder !== undefined ? known(placeholder) : inPlaceOfSecret(planned, placeholder);
}

/**
 * Decides what a placeholder leaves open. A report shows no secret, so in most properties any value will do. But whether the page has a
 * record with an identity already depends on the secret itself.
 */
function inPlaceOfSecret(planned: PlannedValue, placeholder: unknown): Resolved {
  if (placeholder === undefined) return leftOut("known-after-up");
  return isInIdentity(planned) ? standIn(placeholder, "secret-identity") : known(placeholder);
}

const isInIdentity = ({ definition, name }: PlannedValue): boolean => definition.identity?.includes(name) === true;

/** What the provider has said of the inputs of a step; undefined if nothing. */
function checkedStep({ stage, step, definition }: PlannedValue): CheckedStep | undefined {
  const { replies, steps } = stage.plan;
  if (replies === undefined) return undefined;
  const same = steps.filter(({ op, urn }) => op === "same" && identify(urn)?.kind === definition.kind);
  const unchanged = same.map(({ urn }) => stage.resources.get(urn)?.declared ?? {});
  return checkedIn(replies, step, unchanged);
}

/** Returns the texts that the records of a step's hub have in the property; undefined if they can't be read. */
async function textsOnHub(planned: PlannedValue): Promise<string[] | undefined> {
  const { step, definition, page, name } = planned;
  const given = step.newState?.inputs?.hub;
  const hub = showsUnknown(given) ? unknownValue({ ...planned, name: "hub", value: given }) : known(given);
  if (hub.is === "left out") return undefined;
  const hubId = await hubIdOf(page, hub.value);
  if (hubId === undefined || !(await page.loadList(hubId, definition))) return undefined;
  const key = definition.properties[name]?.key ?? "";
  const rows = page.before.all(tableOf(definition)) as readonly object[] as readonly Fields[];
  return rows
    .filter((row) => row.hub_id === hubId)
    .map((row) => row[key])
    .filter((value) => typeof value === "string");
}

/** What the provider has said about how a secret looks. */
interface Appearance {
  /** Tells the secret apart from others. @default another text for each resource */
  readonly text?: string | undefined;
  /** Whether it is certainly a URL with `https:`. */
  readonly isHttps?: boolean;
}

/** Returns a value of the property's type in place of a secret; undefined if not any value would do. */
function placeholderFor(planned: PlannedValue, appearance: Appearance = {}): unknown {
  const { definition, stage, step, name } = planned;
  const index = stage.plan.steps.findIndex(({ urn }) => urn === step.urn);
  const { text = `secret-${index}`, isHttps = false } = appearance;
  const candidates: unknown[] = [];
  if (name === "address") candidates.push(addressFor(String(step.newState?.inputs?.method), text, isHttps));
  if (!decides(definition, name)) candidates.push(unknownText, { [unknownText]: text });
  const type = definition.properties[name]?.type;
  return candidates.find((candidate) => type?.schema.safeParse(candidate).success === true);
}

/** Inferred (address-forms): how strict StatusHub is. So a URL whose scheme isn't known has the one that may be rejected. */
function addressFor(method: string, text: string, isHttps: boolean): string {
  if (method === "email") return `${text}@rehearsal.example`;
  if (method === "sms") return `1${text.replace(/\D/g, "").padStart(9, "0")}`;
  return `${isHttps ? "https" : "http"}://rehearsal.example/${text}`;
}
