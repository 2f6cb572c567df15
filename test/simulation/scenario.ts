import { type Action, perform } from "./action.ts";
import { settle } from "./end.ts";
import { Violation } from "./owners.ts";
import { Scene } from "./scene.ts";
import type { Restore } from "./server.ts";

export interface Played {
  /** What happened, in the order in which it happened. */
  readonly actions: readonly Action[];
  /** What must not have happened. */
  readonly violation: Violation | undefined;
}

/** Chooses what happens next, by what there is. */
export type Next = (scene: Scene) => Action | undefined;

export interface Setting {
  /** Of the latencies and of every other chance. */
  readonly seed?: number;
  /** Whether a restored subscription keeps its ID. */
  readonly restore?: Restore;
}

/** Plays a scenario to its end, where everything must be as declared; or to the first thing that must not happen. */
export async function play(nexts: readonly Next[], { seed = 1, restore = "same-id" }: Setting = {}): Promise<Played> {
  const scene = new Scene(seed, restore);
  const actions: Action[] = [];
  try {
    for (const next of nexts) {
      const action = next(scene);
      if (action === undefined) continue;
      actions.push(action);
      await perform(scene, action);
    }
    await settle(scene, (action) => {
      actions.push(action);
      return perform(scene, action);
    });
    return { actions, violation: undefined };
  } catch (error) {
    if (error instanceof Violation) return { actions, violation: error };
    throw error;
  } finally {
    scene.close();
  }
}

/** Plays a scenario that is written down. */
export const replay = (actions: readonly Action[], setting?: Setting): Promise<Played> =>
  play(
    actions.map((action) => () => action),
    setting,
  );

/** A scenario as a program that a person can read and run. */
export function print({ actions, violation }: Played, { seed, restore }: Setting): string {
  const lines = actions.map(
    (action) =>
      `  ${JSON.stringify(action)
        .replaceAll(/"(\w+)":/g, " $1: ")
        .replace(/}$/, " }")},`,
  );
  const setting = JSON.stringify({ seed, restore });
  return [`// ${violation?.message.split("\n").join("\n// ")}`, "await replay([", ...lines, `], ${setting});`].join(
    "\n",
  );
}
