import { inOrder } from "../engine-model/program.ts";
import type { Action } from "./action.ts";
import { isLeftBehind } from "./check-declared.ts";
import { isExplained } from "./explained.ts";
import { keyOfEntry, kinds } from "./kinds.ts";
import { isLive, type Stack } from "./owners.ts";
import { repairOf } from "./repair.ts";
import type { Report, Scene } from "./scene.ts";
import { Violation } from "./violation.ts";

type Perform = (action: Action) => Promise<Report | undefined>;

/**
 * The end of every scenario: no more faults, and people repair what no program can repair. Then at most two `up`s create
 * the declared page, the next one sends nothing, and a destroy leaves nothing behind.
 */
export async function settle(scene: Scene, act: Perform): Promise<void> {
  await act({ do: "clock is off", minutes: 0 });
  for (const { name, pending } of scene.stacks) if (pending.length > 0) await act({ do: "recover", stack: name });
  await clearLost(scene, act);
  for (const stack of scene.stacks.filter(({ program, state }) => program.length + state.length > 0)) {
    await repairProgram(scene, stack, act);
    if (!(await reachDeclared(scene, stack, act))) return;
  }
  const remarks: string[] = [];
  for (const { name } of scene.stacks.filter(({ state }) => state.length > 0)) {
    const destroyed = await act({ do: "run", stack: name, command: "destroy" });
    const [failure] = destroyed?.failed ?? [];
    remarks.push(...(destroyed?.output.split("\n").filter((line) => line.endsWith("[SH5504]")) ?? []));
    if (failure !== undefined && isExplained(scene.assumed, failure.message)) return;
    if (failure !== undefined)
      throw new Violation(`LIF-5: destroy fails: ${shapeOf(failure.message)}`, `${failure.urn}: ${failure.message}`);
  }
  for (const [key, row] of scene.rows) {
    const series = scene.owners.seriesOf(key);
    const creation = scene.owners.created.get(series);
    const isOurs = creation !== undefined && !creation.isLost && !isLeftBehind(scene, key);
    // Equal series that two processes create at the same time can't be told apart, so their dates are named.
    const isNamed = remarks.some((line) => new RegExp(`\\b${row.id}\\b`).test(line));
    const isReleased = scene.stacks.some(({ name }) => scene.owners.taken.isReleased(name, series));
    if (isReleased && isLive(row) && !isNamed && !isLeftBehind(scene, key) && !isShared(scene, series))
      throw new Violation(`OWN-6: what was taken is left after destroy although adopt was dropped`, key);
    const isLeft = isOurs && !isNamed && isLive(row) && !isShared(scene, series);
    const what = series === key ? "one of the" : "an occurrence of a series in";
    if (isLeft)
      throw new Violation(
        `LIF-5: ${what} ${key.split("/")[0]} is left after destroy`,
        `${key}, created for ${creation.urn}`,
      );
  }
}

/** A person does what an error asks for. @returns what the next `up` has to replace */
async function followAdvice(
  { name: stack, program }: Stack,
  { failed, scene }: Pick<Report, "failed"> & { readonly scene: Scene },
  act: Perform,
): Promise<string[]> {
  const replace: string[] = [];
  for (const { urn, message } of failed) {
    const name = urn.split("::").at(-1) ?? "";
    const [, dates = ""] = /but ([\d, ]+) look like some of it/.exec(message) ?? [];
    for (const id of dates.split(", ").filter(Boolean)) await deleteInPanel(`maintenances/${id}`, act);
    if (/\[SH(4013|1016)\]$/.test(message)) await act({ do: "drop", stack, name });
    if (message.endsWith("[SH4012]")) await deployWithoutAdopt(scene, { stack, name, urn }, act);
    if (/--replace .*\[SH4018\]$/.test(message)) replace.push(name);
    const [, equal] = /: Maintenance (\d+) of the hub.*\[SH4004\]$/s.exec(message) ?? [];
    const declared = program.find((each) => each.name === name);
    if (declared && scene.stacks.some((other) => other.name !== stack && has(scene, other, `maintenances/${equal}`)))
      await act({ do: "declare", stack, ...declared, args: { ...declared.args, adopt: false } });
  }
  return replace;
}

/** Deploys a resource as it was, but without `adopt`, and then makes the change. */
async function deployWithoutAdopt(
  scene: Scene,
  { stack, name, urn }: { readonly stack: string; readonly name: string; readonly urn: string },
  act: Perform,
): Promise<void> {
  const before = scene.lastDeclared.get(urn);
  const now = scene.stack(stack).program.find((each) => each.name === name);
  if (before === undefined || now === undefined) {
    await act({ do: "drop", stack, name });
    return;
  }
  const { adopt: _, ...then } = before.args;
  await act({ do: "declare", stack, ...before, args: then });
  // Its hub may have another name now.
  await repairProgram(scene, scene.stack(stack), act);
  await act({ do: "run", stack, command: "up" });
  const { adopt, ...args } = now.args;
  // With `adopt: false`, it is to show visitors a name twice.
  await act({ do: "declare", stack, ...now, args: adopt === false ? now.args : args });
}

/** Returns false if the server differs, and an error says so. */
async function reachDeclared(scene: Scene, stack: Stack, act: Perform): Promise<boolean> {
  const up: Action = { do: "run", stack: stack.name, command: "up" };
  const first = await act(up);
  const replace = await followAdvice(stack, { failed: first?.failed ?? [], scene }, act);
  const last = (first?.failed.length ?? 0) > 0 ? await act({ ...up, replace }) : first;
  const [failure] = last?.failed ?? [];
  if (failure !== undefined && isExplained(scene.assumed, failure.message)) return false;
  if (failure !== undefined)
    throw new Violation(
      `two ups: the second up fails: ${shapeOf(failure.message)}`,
      `${failure.urn}: ${failure.message}`,
    );
  const preview = await act({ do: "run", stack: stack.name, command: "preview" });
  const shown = preview?.engine.steps.done.filter(({ op }) => op !== "read" && op !== "same") ?? [];
  if (shown.length > 0)
    throw new Violation(
      `NPD: after up a preview shows ${shown.map(({ op, keys }) => `${op} ${keys}`)}`,
      JSON.stringify(shown),
    );
  const next = await act(up);
  if (next !== undefined && next.writes > 0)
    throw new Violation("LIF-3: the next up writes", `${stack.name}: ${next.writes} writes`);
  return true;
}

const shapeOf = (message: string) =>
  message
    .replaceAll(/"[^"]*"|\b(Service|Subscription|Maintenance|Hub|(Incident|Maintenance)Template)\b/g, "_")
    .replaceAll(/\d+/g, "#")
    .slice(0, 120);

const has = (scene: Scene, { state }: Stack, key: string) =>
  state.some((entry) => scene.owners.keysOf(entry).includes(key));

const isShared = (scene: Scene, key: string) =>
  scene.stacks.some(({ state }) => state.some((entry) => keyOfEntry(entry) === key));

/** A person deletes what no resource has got, and `recover` has left alone. */
async function clearLost(scene: Scene, act: Perform): Promise<void> {
  for (const [key, { isLost }] of scene.owners.created) {
    const isOwned = scene.owners.liveInSeries(key).some(([each]) => isShared(scene, each));
    if (!isLost || isOwned) continue;
    for (const [each] of scene.owners.liveInSeries(key)) await deleteInPanel(each, act);
  }
}

async function deleteInPanel(key: string, act: Perform): Promise<void> {
  const [table, id] = key.split("/");
  const [kind] = Object.entries(kinds).find(([, each]) => each.table === table) ?? [];
  if (kind !== undefined) await act({ do: "delete in the panel", kind, id: Number(id) });
}

/** Makes manual changes to the program and the page until an `up` can succeed. */
async function repairProgram(scene: Scene, stack: Stack, act: Perform): Promise<void> {
  for (;;) {
    const ordered = inOrder(stack.program);
    const repairs = stack.program.map((declared) => ({
      name: declared.name,
      repair: ordered.includes(declared) ? repairOf(scene, stack, declared) : "drop it",
    }));
    const { name, repair } = repairs.find((each) => each.repair !== undefined) ?? {};
    if (name === undefined || repair === undefined) return;
    if (repair === "drop it") await act({ do: "drop", stack: stack.name, name });
    else if (typeof repair === "object" && "remove" in repair) await deleteInPanel(repair.remove, act);
    else if (typeof repair === "object") await act({ do: "declare", stack: stack.name, ...repair.declare });
  }
}
