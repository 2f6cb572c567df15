import { type Action, perform } from "./action.ts";
import { settle } from "./end.ts";
import { isDegraded } from "./explained.ts";
import { Scene } from "./scene.ts";
import type { Restore } from "./server.ts";
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

export interface Setting {
  /** Decides latencies and all other random numbers. */
  readonly seed?: number;
  /** Whether a restored subscription keeps its ID. */
  readonly restore?: Restore;
}

/** Runs a scenario until its end, or until a law is broken. */
export async function play(nexts: readonly Next[], { seed = 1, restore = "same-id" }: Setting = {}): Promise<Played> {
  const scene = new Scene(seed, restore);
  const actions: Action[] = [];
  const messages: string[] = [];
  const act = async (action: Action) => {
    actions.push(action);
    return perform(scene, action, (message) => messages.push(message));
  };
  const played = { actions, messages };
  try {
    for (const next of nexts) {
      const action = next(scene);
      if (action === undefined) continue;
      await act(action);
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

export const replay = (actions: readonly Action[], setting?: Setting): Promise<Played> =>
  play(
    actions.map((action) => () => action),
    setting,
  );

/** Prints a scenario as code. */
export function print(
  { actions, violation }: Pick<Played, "actions" | "violation">,
  { seed, restore }: Setting,
): string {
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
