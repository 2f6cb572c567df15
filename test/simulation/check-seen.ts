import { hadFor } from "./check-adopted.ts";
import { isLive } from "./owners.ts";
import type { Report, Scene } from "./scene.ts";
import type { Row } from "./server.ts";
import { Violation } from "./violation.ts";

/** What visitors see of a service, without what a server may change of a text. */
export function seenNameOf({ public_name, name }: Row): string {
  const plain = (text: unknown) =>
    String(text ?? "")
      .replace(/<[^>]*>/g, "")
      .replace(/[\s"]+/g, "")
      .toLowerCase();
  return plain(public_name) || plain(name);
}

/** Returns the live services that visitors see under the same name in the same group. */
export const sameToVisitors = (scene: Scene, key: string, row: Row): [string, Row][] =>
  scene
    .liveIn("services")
    .filter(([other, each]) => other !== key && each.archived !== true && each.group_id === row.group_id)
    .filter(([, each]) => seenNameOf(each) === seenNameOf(row));

/** No create shows visitors a service twice that no resource of the stack has. */
export function checkSeen(scene: Scene, { invocation, begun, stateBefore }: Report): void {
  const stack = scene.stack(invocation.stack);
  const had = hadFor(scene, stack, [...stack.state, ...stateBefore]);
  const unreadable = ", whose list can't be read";
  const causes: Readonly<Record<string, string>> = {
    "short list": ", which a list left out",
    "no route": unreadable,
    403: unreadable,
    422: unreadable,
  };
  const cause = causes[invocation.fault?.as ?? ""] ?? "";
  for (const [key, { step, ...creation }] of scene.owners.created) {
    const row = scene.rows.get(key);
    if (
      creation.stack !== stack.name ||
      step.kind !== "Service" ||
      step.op !== "create" ||
      step.inputs?.adopt === false
    )
      continue;
    if (!isLive(row) || Date.parse(String(row.created_at)) + 1000 < begun) continue;
    const isOlder = ([, { created_at }]: [string, Row]) => Date.parse(String(created_at)) + 1000 < begun;
    const [twin] = sameToVisitors(scene, key, row).filter(([other, each]) => !had.has(other) && isOlder([other, each]));
    if (twin !== undefined)
      throw new Violation(`SEE-1: visitors see a Service twice${cause}`, `${twin[0]} and ${key} of ${step.urn}`);
  }
}
