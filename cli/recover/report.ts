import { nameIn, typeIn } from "../../provider/resource-type.ts";
import { undecided } from "../errors/recover.ts";
import type { Step } from "../project/preview.ts";
import { identify } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import { plural } from "../terminal/output.ts";
import { describeLock, type Lock } from "./lock.ts";
import type { Found, RecoveryPlan } from "./plan.ts";

/**
 * Describes what a recovery does, in sections.
 *
 * @param origin what has made the records
 */
export function describeRecovery(
  { made, absent, undecided }: RecoveryPlan,
  locks: readonly Lock[],
  origin: string,
): string {
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      `Created ${origin}:`,
      made.map(({ found, recovered, isOneOfSeveral }) => {
        const line = `${named(found.resource)} is ${recordIn(found, recovered.id)}`;
        return isOneOfSeveral ? `${line} (one of several equal ones, matched in the order of their creation)` : line;
      }),
    ],
    ["Not created yet:", absent.map(named)],
    ["For you to decide:", undecided.map(describeUndecided)],
    ["Lock to remove:", locks.map(describeLock)],
  ];
  return sections.map(([title, lines]) => section(title, lines)).join("");
}

const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`), ""].join("\n") : "";

/** Says what the rounds compare that follow the import. */
export const describeLater = (urns: readonly string[]): string =>
  section("Compared once these are imported:", urns.map(named));

/** Kind and name in the program. */
const named = (urn: string) => `${identify(urn)?.kind ?? typeIn(urn)} ${nameIn(urn)}`;

const recordIn = ({ create, records }: Found, id: string) =>
  `${create.kind} ${id} of the hub, created ${String(records.get(id)?.created_at)}`;

function describeUndecided({ urn, why, ids, found, reason = "" }: RecoveryPlan["undecided"][number]): string {
  const { identity, title = [] } = found?.create.definition ?? {};
  return undecided[why]({
    resource: named(urn),
    records: ids.map((id) => found && recordIn(found, id)).join("; "),
    properties: (identity ?? title).join(" and "),
    missing: (found?.missing ?? []).join(", "),
    id: ids[0] ?? "",
    reason,
  });
}

/**
 * Says what to run, and what that does.
 *
 * @param resources what is in the state: a preview doesn't list what an interrupted run has replaced, and `up` then deletes
 */
export function describeNext(command: string, steps: readonly Step[], resources: readonly ExportedResource[]): string {
  const replaced = resources.filter((resource) => resource.delete).map(() => "delete");
  const ops = [...steps.map(({ op }) => op), ...replaced];
  const count = (op: string) => ops.filter((each) => each === op).length;
  const does = (["create", "update", "replace", "delete"] as const)
    .filter((op) => count(op) > 0)
    .map((op) => `${op}s ${plural(count(op), "resource")}`);
  return `Next, run ${command}, which ${does.join(", ") || "changes nothing"}.\n`;
}
