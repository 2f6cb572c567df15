import fc from "fast-check";
import { type Action, perform } from "./action.ts";
import { settle } from "./end.ts";
import { isDegraded } from "./explained.ts";
import { type Scenario, scenarios } from "./generate/scenario.ts";
import { kindOf } from "./kinds.ts";
import { isKnown } from "./known.ts";
import { Scene } from "./scene.ts";
import { Violation } from "./violation.ts";

export interface Played {
  readonly actions: readonly Action[];
  /** The broken law, if any. */
  readonly violation: Violation | undefined;
  readonly messages: readonly string[];
  /** The title of a violation that the table of guesses documents for this server. It ended early. */
  readonly degradation: string | undefined;
}

/** Returns the next action, which may depend on everything before. */
export type Next = (scene: Scene) => Action | undefined;

/**
 * Runs a scenario until its end, or until a law is broken.
 *
 * @param seed decides latencies and all other random numbers
 */
export async function play(nexts: readonly (Action | Next)[], seed = 1): Promise<Played> {
  const scene = new Scene(seed);
  const actions: Action[] = [];
  const messages: string[] = [];
  const act = async (action: Action) => {
    actions.push(action);
    return perform(scene, action, (message) => messages.push(message));
  };
  const played = { actions, messages };
  try {
    for (const next of nexts) {
      const action = typeof next === "function" ? next(scene) : next;
      if (action !== undefined) await act(action);
    }
    await settle(scene, act);
    return { ...played, violation: undefined, degradation: undefined };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const isExpected = isDegraded(scene.assumed, error.title);
    return { ...played, violation: isExpected ? undefined : error, degradation: isExpected ? error.title : undefined };
  } finally {
    scene.close();
  }
}

/** Prints a scenario as code. */
export function print({ actions, violation }: Pick<Played, "actions" | "violation">, seed: number): string {
  const lines = actions.map(
    (action) =>
      `  ${JSON.stringify(action)
        .replaceAll(/"(\w+)":/g, " $1: ")
        .replace(/}$/, " }")},`,
  );
  return [`// ${violation?.message.split("\n").join("\n// ")}`, "await play([", ...lines, `], ${seed});`].join("\n");
}

export interface Found {
  /** Names the law, and the cause of a documented case. */
  readonly title: string;
  /** Whether it is a known defect, or the table of guesses says that the law doesn't hold on this server. */
  readonly isDocumented: boolean;
  /** The shortest scenario that breaks the law, as a program. */
  readonly program?: string;
}

/**
 * Runs the scenario of a seed. If it breaks a law in a way that isn't documented, searches for the shortest scenario that
 * does.
 *
 * @param isFound whether a violation with this title needs no program, because it was already found
 */
export async function search(
  seed: number,
  isFound: (title: string) => boolean,
  from: fc.Arbitrary<Scenario> = scenarios,
): Promise<Found | undefined> {
  const [scenario] = fc.sample(from, { seed, numRuns: 1 });
  if (scenario === undefined) return undefined;
  const played = await play(scenario.nexts, scenario.seed);
  const title = played.violation?.title ?? played.degradation;
  if (title === undefined) return undefined;
  const isDocumented = played.degradation !== undefined || isKnown(title);
  if (isDocumented || isFound(title)) return { title, isDocumented };
  return { title, isDocumented, program: print(await shrink(played, scenario.seed), scenario.seed) };
}

/** How many scenarios are tried; a short one takes a few milliseconds. */
const most = 400;

/** Returns the shortest scenario that breaks the same law, by omitting and simplifying actions. */
async function shrink(played: Played, seed: number): Promise<Played> {
  const title = played.violation?.title;
  let shortest = played;
  let tried = 0;
  const isShorter = async (actions: readonly Action[]) => {
    tried += 1;
    const again = tried > most ? undefined : await play(actions, seed);
    if (again?.violation?.title !== title) return false;
    // The end runs after every scenario, so its actions needn't be repeated.
    shortest = { ...shortest, actions, violation: again?.violation };
    return true;
  };
  for (let size = Math.ceil(played.actions.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = shortest.actions.length - size; at >= 0; at -= size)
      await isShorter(shortest.actions.toSpliced(at, size));
  }
  for (let at = 0; at < shortest.actions.length; at++) {
    for (let isSimpler = true; isSimpler; ) {
      isSimpler = false;
      for (const simpler of simplerThan(shortest.actions[at])) {
        isSimpler = await isShorter(shortest.actions.with(at, simpler));
        if (isSimpler) break;
      }
    }
    // Simpler actions may have made this one needless.
    if (await isShorter(shortest.actions.toSpliced(at, 1))) at -= 1;
  }
  return shortest;
}

/** Returns the action without one of its optional parts, for each of them. */
function simplerThan(action: Action | undefined): Action[] {
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
  if (action.do === "server") return without(action.assume, []).map((assume) => ({ ...action, assume }));
  if (action.do === "create in the panel")
    return without(action.values, requiredIn(action.kind)).map((values) => ({ ...action, values }));
  return [];
}

const requiredIn = (kind: string): string[] =>
  Object.entries(kindOf(kind).properties).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
