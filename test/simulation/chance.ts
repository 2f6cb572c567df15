import fc from "fast-check";
import type { Action } from "./action.ts";
import {
  changeByHand,
  copyByHand,
  createByHand,
  deleteByHand,
  renameHub,
  restoreByHand,
  setDomain,
  unsubscribe,
} from "./chance-people.ts";
import { adopt, declare, declareHub, drop, edit, moveHub, rename, twin } from "./chance-program.ts";
import { type Chooser, Dice, defined, recordKinds, stackOf, type Theme } from "./dice.ts";
import { type Fault, type Habit, habits, type Kill } from "./network.ts";
import type { ProviderName } from "./program.ts";
import type { Next } from "./scenario.ts";
import type { Typed } from "./scene.ts";

function faultFrom(dice: Dice): Fault | undefined {
  const as =
    dice.one<Fault["as"]>(["reset", 500, "hang", 504, 503, 408, 429, "html", "half", "short list", 403, 422]) ??
    "reset";
  const on =
    as === "short list" ? "GET" : (dice.one<Fault["on"]>(["POST", "POST", "PUT", "DELETE", "GET", "any"]) ?? "POST");
  const mayBeLate = as === "reset" || as === "hang" || as === 408 || as === 504;
  const effect = dice.one<Fault["effect"]>(mayBeLate ? ["done", "none", "late"] : ["done", "none"]) ?? "done";
  return { on, after: dice.roll() % 3, times: dice.one([1, 1, 2, 4]) ?? 1, as, effect };
}

const run: Chooser = (scene, dice) => {
  const { name: stack, program } = stackOf(scene, dice);
  const command = dice.one<Typed["command"]>(["up", "up", "up", "preview", "up", "up", "refresh", "destroy"]) ?? "up";
  const refresh = dice.oneIn(3) ? false : undefined;
  const fault = dice.oneIn(3) ? faultFrom(dice) : undefined;
  const kill: Kill | undefined = dice.oneIn(7) ? { after: dice.roll() % 12, isSent: dice.oneIn(2) } : undefined;
  const name = dice.one(program)?.name;
  const target = name !== undefined && dice.oneIn(10) ? [name] : undefined;
  const replace = name !== undefined && command === "up" && dice.oneIn(8) ? [name] : undefined;
  const continueOnError = dice.oneIn(6) ? true : undefined;
  return defined({
    do: "run",
    stack,
    command,
    refresh,
    fault,
    kill,
    target,
    replace,
    continueOnError,
  }) as unknown as Action;
};

const choosers: readonly (readonly [weight: number, Chooser])[] = [
  [20, run],
  [9, declare],
  [2, declareHub],
  [3, edit],
  [1, twin],
  [2, adopt],
  [2, rename],
  [1, moveHub],
  [2, drop],
  [2, createByHand],
  [3, copyByHand],
  [2, changeByHand],
  [2, deleteByHand],
  [1, restoreByHand],
  [1, unsubscribe],
  [1, renameHub],
  [1, setDomain],
  [1, (_, dice) => ({ do: "wait", hours: (dice.roll() % 3) + 1 })],
  [1, (_, dice) => ({ do: "clock is off", minutes: ((dice.roll() % 5) - 2) * 50 })],
];

const numbers = fc.array(fc.nat(9999), { minLength: 16, maxLength: 16 });

type Event = (theme: Theme) => Next;

const event = fc.oneof(
  ...choosers.map(([weight, chooser]) => ({
    weight,
    arbitrary: numbers.map(
      (chosen): Event =>
        (theme) =>
        (scene) =>
          chooser(scene, new Dice(chosen), theme),
    ),
  })),
);

const themes = fc.record<Theme>({
  kinds: fc.constantFrom(recordKinds, ["Service"], ["Subscription"], ["IncidentTemplate", "Service"], ["Maintenance"]),
  providers: fc.constantFrom<readonly ProviderName[]>(["dynamic"], ["native"], ["dynamic", "native", "explicit"]),
});

/** Habits in which too much is known to go wrong for anything else to be seen. */
const isMissed: readonly Habit[] = ["lists show deleted records without a mark"];

/** Any scenario. */
export const scenarios = fc
  .record({
    events: fc.array(event, { minLength: 1, maxLength: 24, size: "max" }),
    theme: themes,
    setting: fc.record({ seed: fc.nat(1000), restore: fc.constantFrom<"same-id" | "new-id">("same-id", "new-id") }),
    habit: fc.option(fc.constantFrom(...habits.filter((habit) => !isMissed.includes(habit))), {
      freq: 2,
      nil: undefined,
    }),
  })
  .map(({ events, theme, setting, habit }) => {
    const first: Next[] = habit === undefined ? [] : [() => ({ do: "server", habit })];
    return { nexts: [...first, ...events.map((choose) => choose(theme))], setting };
  });
