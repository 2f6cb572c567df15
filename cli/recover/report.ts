import { nameIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { undecided } from "../errors/recover.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import { identify } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import { plural } from "../terminal/output.ts";
import type { FoundCreate, RecoveryPlan, Undecided } from "./plan.ts";

/**
 * Describes what a recovery does, in sections.
 *
 * @param known URNs of what the state has
 */
export function describeRecovery(plan: RecoveryPlan, known: ReadonlySet<string>): string {
  const lineOf = (found: FoundCreate, id: string) => `${named(found.urn)} is ${recordIn(found, id)}`;
  const made = plan.made.map(({ found, recovered }) => lineOf(found, recovered.id));
  return [
    section("On the page, but not in the state:", made),
    section("Not created yet:", plan.gone.filter((urn) => !known.has(urn)).map(named)),
    section("For you to decide:", plan.undecided.map(describeUndecided)),
    section("Compared once these are imported:", plan.later.map(named)),
  ].join("");
}

const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`), ""].join("\n") : "";

const named = (urn: string) => `${identify(urn)?.kind ?? typeIn(urn)} ${nameIn(urn)}`;

const recordIn = ({ create, records }: FoundCreate, id: string) =>
  `${create.kind} ${id} of the hub, created ${String(records.get(id)?.created_at)}`;

const describeUndecided = ({ urn, why, ids, found, reason = "" }: Undecided): string =>
  undecided[why]({
    resource: named(urn),
    records: ids.map((id) => found && recordIn(found, id)).join("; "),
    missing: (found?.missing ?? []).join(", "),
    id: ids[0] ?? "",
    reason,
  });

/**
 * Says what a preview shows.
 *
 * @param resources what is in the state: a preview doesn't list what an interrupted run has replaced, and `up` then deletes
 */
export function describeNext(steps: readonly PreviewStep[], resources: readonly ExportedResource[]): string {
  const replaced = resources.filter((resource) => resource.delete).map(() => "delete");
  const ops = [...steps.map(({ op }) => op), ...replaced];
  const count = (op: string) => ops.filter((each) => each === op).length;
  const changes = (["create", "update", "replace", "delete"] as const)
    .filter((op) => count(op) > 0)
    .map((op) => `${plural(count(op), "resource")} to ${op}`);
  return `A preview of pulumi up shows ${changes.join(", ") || "no changes"}.`;
}
