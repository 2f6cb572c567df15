import fc from "fast-check";
import type { Action } from "./action.ts";
import { scenarios } from "./chance.ts";
import { kindOf } from "./kinds.ts";
import type { Violation } from "./owners.ts";
import { type Played, play, print, replay, type Setting } from "./scenario.ts";

/** A seed whose scenario breaks a law. */
export interface Found {
  readonly violation: Violation;
  /** The shortest scenario that breaks the law, as a program. */
  readonly program: string;
}

/**
 * Plays the scenario of a seed. Where it breaks a law, the shortest scenario that breaks it is looked for.
 *
 * @param isKnown whether a violation with this title is no news
 */
export async function search(seed: number, isKnown: (title: string) => boolean): Promise<Found | undefined> {
  const [scenario] = fc.sample(scenarios, { seed, numRuns: 1 });
  if (scenario === undefined) return undefined;
  const played = await play(scenario.nexts, scenario.setting);
  const { violation } = played;
  if (violation === undefined) return undefined;
  if (isKnown(violation.title)) return { violation, program: "" };
  return { violation, program: print(await shrink(played, scenario.setting), scenario.setting) };
}

/** Scenarios that are tried at most: a short one takes some milliseconds. */
const most = 400;

/** Returns the shortest scenario that breaks the same law. Leaves out and simplifies as many of its actions as possible. */
async function shrink(played: Played, setting: Setting): Promise<Played> {
  const title = played.violation?.title;
  let shortest = played;
  let tried = 0;
  const isShorter = async (actions: readonly Action[]) => {
    tried += 1;
    const again = tried > most ? undefined : await replay(actions, setting);
    if (again?.violation?.title !== title) return false;
    // The end of a scenario is played anyway, so its actions are left out.
    shortest = { actions, violation: again?.violation };
    return true;
  };
  for (let size = Math.ceil(played.actions.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
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
    const plain = without(action.args, ["hub", ...requiredIn(action.kind)]).map((args) => ({ ...action, args }));
    return [...plain, ...without(action, ["do", "stack", "name", "kind", "args"])];
  }
  if (action.do === "create in the panel")
    return without(action.values, requiredIn(action.kind)).map((values) => ({ ...action, values }));
  return [];
}

const requiredIn = (kind: string): string[] =>
  Object.entries(kindOf(kind).properties).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
