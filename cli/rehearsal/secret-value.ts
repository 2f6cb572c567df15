import { identify } from "../project/record.ts";
import { namesIn } from "../report/planned.ts";
import type { Fields } from "./fields.ts";
import { hubIdOf, tableOf } from "./page.ts";
import {
  currentValue,
  decides,
  type PlannedValue,
  type Resolved,
  showsUnknown,
  unknownText,
  urnBefore,
} from "./planned-value.ts";
import { type CheckedStep, checkedIn } from "./replies.ts";
import { clearOf } from "./secrets.ts";
import { unknownValue } from "./unknown-value.ts";

/**
 * Finds what a secret stands for, which the plan masks. If the provider was asked, it has said fingerprints of what the program
 * declares, by which a value is confirmed without knowing the secret.
 *
 * - the plan doesn't change it: it is what the record has now
 * - the provider was asked: what it confirms of what the record has now, what the last update has deployed and, for an identity, what
 *   another record on the hub has; else a stand-in
 * - it wasn't asked: what the last update has deployed, if the record has something else now; else a stand-in
 */
export async function secretValue(planned: PlannedValue): Promise<Resolved> {
  const { stage, step, name } = planned;
  const current = currentValue(planned);
  const isChanged = step.oldState === undefined || namesIn(step.detailedDiff).has(name);
  if (!isChanged && current !== undefined) return { value: current };
  const deployed = clearOf(stage.exported.get(urnBefore(step))?.inputs)[name];
  const checked = checkedStep(planned);
  if (checked === undefined) {
    // Somebody has changed or deleted it on the page, so what was deployed is declared again.
    const isReverted = deployed !== undefined && JSON.stringify(deployed) !== JSON.stringify(current);
    return isReverted ? { value: deployed } : standIn(planned, { text: textOfStep(planned), isHttps: false });
  }
  for (const known of [current, deployed]) {
    if (known !== undefined && checked.certainlyHas(name, known)) return { value: known };
  }
  return newSecret(planned, checked);
}

/** Finds a secret that neither the record nor the last update has. */
async function newSecret(planned: PlannedValue, checked: CheckedStep): Promise<Resolved> {
  const { definition, name } = planned;
  const distinctText = checked.distinctText(name);
  const text = distinctText ?? textOfStep(planned);
  const substitute = standIn(planned, { text, isHttps: checked.certainlyHasScheme(name, "https:") });
  const isIdentity = definition.identity?.includes(name) === true;
  const textsOfRecords = isIdentity ? await textsOnHub(planned) : undefined;
  if (textsOfRecords === undefined) return substitute;
  const same = textsOfRecords.find((each) => checked.certainlyHas(name, each));
  if (same !== undefined) return { value: same };
  const mayExist = textsOfRecords.some((each) => checked.mayHaveLike(name, each));
  // Then no record has this identity, and the stand-in leaves nothing open.
  const isCertainlyNew = distinctText !== undefined && !mayExist;
  return isCertainlyNew ? { value: substitute.value } : substitute;
}

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
  const hub = showsUnknown(given) ? unknownValue({ ...planned, name: "hub", value: given }).value : given;
  const hubId = await hubIdOf(page, hub);
  if (hubId === undefined || !(await page.load(hubId, definition))) return undefined;
  const key = definition.properties[name]?.key ?? "";
  const rows = page.before.all(tableOf(definition)) as readonly object[] as readonly Fields[];
  return rows
    .filter((row) => row.hub_id === hubId)
    .map((row) => row[key])
    .filter((value) => typeof value === "string");
}

/** A text for a secret about which nobody has said anything: another one for each resource. */
const textOfStep = ({ stage, step }: PlannedValue): string =>
  `secret-${stage.plan.steps.findIndex(({ urn }) => urn === step.urn)}`;

interface Appearance {
  /** Tells the secret apart from others. */
  readonly text: string;
  /** Whether it is certainly a URL with `https:`. */
  readonly isHttps: boolean;
}

/** Returns a value of the property's type that stands for a secret; none if not any value would do. */
function standIn({ definition, step, name }: PlannedValue, { text, isHttps }: Appearance): Resolved {
  const method = String(step.newState?.inputs?.method);
  const candidates: unknown[] = [];
  if (name === "address") candidates.push(addressFor(method, text, isHttps));
  if (!decides(definition, name)) candidates.push(unknownText, { [unknownText]: text });
  const type = definition.properties[name]?.type;
  const value = candidates.find((candidate) => type?.schema.safeParse(candidate).success === true);
  if (value === undefined) return { reason: "known-after-up" };
  // A report shows no secret. But whether the page has such a record already depends on it.
  return definition.identity?.includes(name) ? { value, reason: "secret-identity" } : { value };
}

/** Inferred (address-forms): how strict StatusHub is. So what isn't known has the form that may be rejected. */
function addressFor(method: string, text: string, isHttps: boolean): string {
  if (method === "email") return `${text}@rehearsal.example`;
  if (method === "sms") return `1${text.replace(/\D/g, "").padStart(9, "0")}`;
  return `${isHttps ? "https" : "http"}://rehearsal.example/${text}`;
}
