import { type Declared, type Stored, unknown } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { otherHubReplaces, published } from "../errors/program.ts";
import { seriesBeginsLater } from "../errors/stays.ts";
import { pastAnnounced } from "../errors/up.ts";
import { diff, planUnread } from "./diff.ts";
import { beginOffset } from "./forms/begin.ts";
import { endIn } from "./forms/end.ts";
import type { Plan } from "./forms/plan.ts";
import { mayShow } from "./forms/secrets.ts";
import { isAdopting, isToBeRestored, type State, writeState } from "./forms/state.ts";
import { wireIn } from "./forms/wire.ts";
import { hubNamedIn } from "./record/hub.ts";
import type { Context } from "./record/scope.ts";
import { subject } from "./record/subject.ts";

/*
 * Computes the outputs that a preview shows of a record that an up will create or change, and says which consequences they don't show.
 */

/** Returns what a preview shows of a new record: values that only the API sets are unknown. */
export function previewOfCreate({ properties, outputs }: Definition, declared: Declared): Stored {
  const own = Object.keys(properties).map((name) => [name, plannedValue(declared, name)]);
  const others = Object.keys(outputs).map((name) => [name, unknown]);
  const hub = declared.hub === undefined ? {} : { hub: declared.hub, hubId: hubNamedIn(declared).id ?? unknown };
  return { ...hub, ...Object.fromEntries([...own, ...others]) };
}

/** Returns what a preview shows of a record that an update changes. */
export function previewOfUpdate(
  definition: Definition,
  state: State,
  declared: Declared,
  plan: Plan = planUnread(definition, state, declared),
): Stored {
  const { changed } = diff(definition, state, declared, { plan });
  const values = changed.filter((name) => name !== "adopt");
  const next = Object.fromEntries(values.map((name) => [name, plannedValue(declared, name)]));
  // A restored record may have another ID.
  const restored = isToBeRestored(state, declared) && { recordId: unknown, deleted: undefined };
  return { ...writeState(state), ...next, ...restored };
}

/** Null is a value. */
const plannedValue = (declared: Declared, name: string) => (declared[name] === undefined ? unknown : declared[name]);

/** Says that another name of the hub replaces what is there: once for all that moves, because many resources name it. */
export function describeMove(context: Context, stored: Stored, declared: Declared): void {
  const from = hubNamedIn(stored).subdomain;
  const to = hubNamedIn(declared).subdomain;
  if (from === undefined || to === undefined || from === to) return;
  context.say("info", otherHubReplaces({ from, to }), "stack");
}

/** Warns of removed declarations whose removal publishes a record: a preview only shows a removed line. */
export function warnOfPublishing(context: Context, { changes }: Pick<Plan, "changes">, declared: Declared): void {
  for (const { name, kind, property, wire } of changes) {
    const { hides, cleared } = property;
    const isReset = kind === "removed" && wire !== undefined;
    if (hides === undefined || !isReset) continue;
    const warning = published({ property: name, hidden: `"${hides}"`, cleared: `"${cleared}"` });
    context.say("warning", `${subject({ ...context, declared })}: ${warning}`);
  }
}

/** Says what a preview of a create, or of publishing a draft, doesn't show: which occurrences it leaves out, and why it will be refused. */
export function describePast(context: Context, declared: Declared, now: number): void {
  const { definition, say } = context;
  const { period } = definition;
  // An adopted record has its occurrences.
  if (period === undefined || isAdopting(declared)) return;
  const what = subject({ ...context, declared });
  const end = endIn(definition, declared, now);
  if (end === "over" && period.announces(declared)) say("info", `${what}: ${pastAnnounced()}`);
  if (end !== "to come") return;
  const offset = beginOffset(definition, declared, now);
  if (offset === 0) return;
  const isShown = period.timed.every((name) => mayShow(context, name));
  const time = isShown ? formatInstant(period.startOf(wireIn(definition, declared)) + offset) : "[secret]";
  say("info", seriesBeginsLater({ what, time }));
}
