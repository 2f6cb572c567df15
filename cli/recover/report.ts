import { nameIn, typeIn } from "../../provider/resource-type.ts";
import { undecided } from "../errors/recover.ts";
import type { Step } from "../project/preview.ts";
import { identify } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import { plural } from "../terminal/output.ts";
import { describeLock, type Lock } from "./lock.ts";
import type { RecoveryPlan } from "./plan.ts";
import type { Found } from "./search.ts";

/** Describes what a recovery does, in sections. */
export function describeRecovery(plan: RecoveryPlan, locks: readonly Lock[]): string {
  const { pairs, absent, undecided, unknown } = plan;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      "Created by the interrupted run:",
      pairs.map(({ create, id, isOneOfSeveral }) => {
        const line = `${named(urnOf(create))} is ${recordIn(create, id)}`;
        return isOneOfSeveral ? `${line} (several are equal, so in this order)` : line;
      }),
    ],
    ["Not created yet:", absent.map(named)],
    [
      "For you to decide:",
      [
        ...undecided.map(({ create, ids, why }) => describeUndecided(create, ids, why)),
        ...unknown.map(describeUnknown),
      ],
    ],
    ["Lock to remove:", locks.map(describeLock)],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join("")}`)
    .join("");
}

const urnOf = ({ create }: Found) => create.resource.urn;

/** Kind and name in the program. */
const named = (urn: string) => `${identify(urn)?.kind ?? typeIn(urn)} ${nameIn(urn)}`;

const recordIn = ({ create, records }: Found, id: string) =>
  `${create.kind} ${id} of the hub, created ${String(records.get(id)?.created_at)}`;

function describeUndecided(
  found: Found,
  ids: readonly string[],
  why: RecoveryPlan["undecided"][number]["why"],
): string {
  const { definition, resource } = found.create;
  const records = ids.map((id) => recordIn(found, id)).join("; ");
  const properties = (definition.identity ?? definition.title ?? []).join(" and ");
  return undecided[why]({ resource: named(resource.urn), records, properties, id: ids[0] ?? "" });
}

function describeUnknown(urn: string): string {
  const resource = named(urn);
  return identify(urn) === undefined ? undecided.other({ resource }) : undecided.hidden({ resource });
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
