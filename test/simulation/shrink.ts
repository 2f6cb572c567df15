import type { Action } from "./action.ts";
import { type Setting, type Told, tellAgain } from "./story.ts";

/** Stories that are tried at most: a short one takes some milliseconds. */
const most = 400;

/** The shortest story that breaks the same law: without each action that it can do without, and each of them as plain as it can be. */
export async function shrink(told: Told, setting: Setting): Promise<Told> {
  const title = told.violation?.title;
  let shortest = told;
  let tried = 0;
  const isShorter = async (actions: readonly Action[]) => {
    tried += 1;
    const again = tried > most ? undefined : await tellAgain(actions, setting);
    if (again?.violation?.title !== title) return false;
    // What the end of a story does is not told with it.
    shortest = { actions, violation: again?.violation };
    return true;
  };
  for (let size = Math.ceil(told.actions.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = shortest.actions.length - size; at >= 0; at -= size)
      await isShorter(shortest.actions.toSpliced(at, size));
  }
  for (let at = 0; at < shortest.actions.length; at++) {
    for (let isPlainer = true; isPlainer; ) {
      isPlainer = false;
      for (const plainer of plainerThan(shortest.actions[at])) {
        isPlainer = await isShorter(shortest.actions.with(at, plainer));
        if (isPlainer) break;
      }
    }
    // An action that the others have made needless.
    if (await isShorter(shortest.actions.toSpliced(at, 1))) at -= 1;
  }
  return shortest;
}

/** The same without one of its parts. */
function plainerThan(action: Action | undefined): Action[] {
  if (action === undefined) return [];
  const without = <Part extends object>(part: Part, keep: readonly string[]): Part[] =>
    Object.keys(part)
      .filter((name) => !keep.includes(name))
      .map((name) => Object.fromEntries(Object.entries(part).filter(([key]) => key !== name)) as Part);
  if (action.do === "run") return without(action, ["do", "stack", "command"]);
  if (action.do === "declare") {
    const plain = without(action.args, ["hub", ...required]).map((args) => ({ ...action, args }));
    return [...plain, ...without(action, ["do", "stack", "name", "kind", "args"])];
  }
  if (action.do === "create by hand") return without(action.values, required).map((values) => ({ ...action, values }));
  return [];
}

const required = [
  "subdomain",
  "groupId",
  "name",
  "body",
  "method",
  "address",
  "services",
  "title",
  "startTime",
  "endTime",
];
