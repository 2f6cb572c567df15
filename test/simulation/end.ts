import type { Action } from "./action.ts";
import { kinds } from "./kinds.ts";
import { cureOf, hasEqual } from "./mend.ts";
import { isLive, keyOfEntry, type Stack, Violation } from "./owners.ts";
import { inOrder } from "./program.ts";
import type { Report, Scene } from "./scene.ts";

type Perform = (action: Action) => Promise<Report | undefined>;

/**
 * The end of every scenario: nothing goes wrong any more, and people mend what only they can mend. Then two `up`s at most reach
 * what is declared, the next one sends nothing, and a destroy leaves nothing behind.
 */
export async function settle(scene: Scene, act: Perform): Promise<void> {
  await clearLost(scene, act);
  for (const stack of scene.stacks.filter(({ program, state }) => program.length + state.length > 0)) {
    await mend(scene, stack, act);
    await reachDeclared(scene, stack, act);
  }
  for (const { name } of scene.stacks.filter(({ state }) => state.length > 0)) {
    const destroyed = await act({ do: "run", stack: name, command: "destroy" });
    const [failure] = destroyed?.failed ?? [];
    if (failure !== undefined)
      throw new Violation("LIF-5", `destroy fails: ${shapeOf(failure.message)}`, `${failure.urn}: ${failure.message}`);
  }
  for (const [key, row] of scene.rows) {
    const series = typeof row.series_id === "number" ? `maintenances/${row.series_id}` : key;
    const made = scene.owners.made.get(series);
    // If somebody deleted the first record of a series, the rest of the series is theirs.
    const isOurs = made !== undefined && !made.isLost && (series === key || made.isDeleted === true);
    const isTheirs = isShared(scene, series) || (series !== key && scene.owners.touched.has(key));
    const isLeft = isOurs && isLive(row) && !isTheirs;
    const what = series === key ? "one of the" : "an occurrence of a series in";
    if (isLeft)
      throw new Violation(
        "LIF-5",
        `${what} ${key.split("/")[0]} is left after destroy`,
        `${key}, made for ${made.urn}`,
      );
  }
}

async function reachDeclared(scene: Scene, stack: Stack, act: Perform): Promise<void> {
  // A young record that is equal may be what a killed command has left, and is taken for that.
  if (stack.program.some((declared) => hasEqual(scene, stack, declared))) await act({ do: "wait", hours: 1 });
  const up: Action = { do: "run", stack: stack.name, command: "up" };
  const first = await act(up);
  const last = (first?.failed.length ?? 0) > 0 ? await act(up) : first;
  const [failure] = last?.failed ?? [];
  if (failure !== undefined)
    throw new Violation(
      "two ups",
      `the second up fails: ${shapeOf(failure.message)}`,
      `${failure.urn}: ${failure.message}`,
    );
  const preview = await act({ do: "run", stack: stack.name, command: "preview" });
  const shown = preview?.engine.steps.done.filter(({ op }) => op !== "read" && op !== "same") ?? [];
  if (shown.length > 0)
    throw new Violation(
      "NPD",
      `after up a preview shows ${shown.map(({ op, keys }) => `${op} ${keys}`)}`,
      JSON.stringify(shown),
    );
  const again = await act(up);
  if (again !== undefined && again.writes > 0)
    throw new Violation("LIF-3", "the next up writes", `${stack.name}: ${again.writes} writes`);
}

/** A message without what differs from scenario to scenario. */
const shapeOf = (message: string) =>
  message
    .replaceAll(/"[^"]*"|\b(Service|Subscription|Maintenance|Hub|(Incident|Maintenance)Template)\b/g, "_")
    .replaceAll(/\d+/g, "#")
    .slice(0, 120);

const isShared = (scene: Scene, key: string) =>
  scene.stacks.some(({ state }) => state.some((kept) => keyOfEntry(kept) === key));

/** A person deletes what a killed or failed command left behind. */
async function clearLost(scene: Scene, act: Perform): Promise<void> {
  for (const [key, { isLost }] of scene.owners.made) {
    if (isLost && isLive(scene.rows.get(key)) && !isShared(scene, key)) await deleteByHand(key, act);
  }
}

async function deleteByHand(key: string, act: Perform): Promise<void> {
  const [table, id] = key.split("/");
  const [kind] = Object.entries(kinds).find(([, each]) => each.table === table) ?? [];
  if (kind !== undefined) await act({ do: "delete in the panel", kind, id: Number(id) });
}

/** A person makes the program one that can be done, and takes away what is in its way. */
async function mend(scene: Scene, stack: Stack, act: Perform): Promise<void> {
  for (;;) {
    const ordered = inOrder(stack.program);
    const cures = stack.program.map((declared) => ({
      name: declared.name,
      cure: ordered.includes(declared) ? cureOf(scene, stack, declared) : "drop it",
    }));
    const { name, cure } = cures.find((each) => each.cure !== undefined) ?? {};
    if (name === undefined || cure === undefined) return;
    if (cure === "drop it") await act({ do: "drop", stack: stack.name, name });
    else if (typeof cure === "object" && "remove" in cure) await deleteByHand(cure.remove, act);
    else if (typeof cure === "object") await act({ do: "declare", stack: stack.name, ...cure.declare });
  }
}
