import fc from "fast-check";
import type { EmulatorAssumptions } from "../../../emulator/differences/assumptions.ts";
import { type Assumptions, differences } from "../../../model/guesses/index.ts";
import type { Fault, Kill } from "../network.ts";
import type { Next } from "../scenario.ts";
import type { Invocation } from "../scene.ts";
import { accidents, swapHubs, up } from "./accidents.ts";
import { Choices, defined, type Generator, stackOf, type Theme } from "./choices.ts";
import {
  changeInPanel,
  copyInPanel,
  createInPanel,
  deleteInPanel,
  renameHub,
  restoreInPanel,
  setDomain,
  unsubscribe,
} from "./panel.ts";
import { adopt, declare, declareHub, drop, duplicate, edit, moveHub, rename } from "./program.ts";
import { adoptSeries, changeDateInPanel, changeSeries, declareSeries } from "./series.ts";
import { changeSingle, declareSingle, editSingle, upOrPreview, waitForEnd } from "./single.ts";

function faultFrom(choices: Choices): Fault | undefined {
  const as = choices.pick<Fault["as"]>([
    "reset",
    500,
    "hang",
    504,
    503,
    408,
    429,
    "html",
    "half",
    "short list",
    403,
    422,
    "no route",
    "no route",
  ]);
  const on = as === "short list" ? "GET" : choices.pick<Fault["on"]>(["POST", "POST", "PUT", "DELETE", "GET", "any"]);
  if (as === "no route")
    return {
      on: choices.pick<Fault["on"]>(["GET", "DELETE", "any"]),
      after: choices.pick([0, 0, 1, 4]),
      times: choices.pick([4, 8, 2]),
      ...{ as, effect: "none" },
    };
  const mayBeLate = as === "reset" || as === "hang" || as === 408 || as === 504;
  const effect =
    choices.pick<Fault["effect"]>(mayBeLate ? ["done", "none", "late", "a minute later"] : ["done", "none"]) ?? "done";
  return { on, after: choices.next() % 3, times: choices.pick([1, 1, 2, 4]), as, effect };
}

const run: Generator = (scene, choices) => {
  const { name: stack, program, pending } = stackOf(scene, choices);
  if (pending.length > 0 && !choices.oneIn(3)) return { do: "recover", stack };
  const command = choices.pick<Invocation["command"]>(["up", "up", "up", "preview", "up", "up", "refresh", "destroy"]);
  const refresh = choices.oneIn(3) ? false : undefined;
  const fault = choices.oneIn(3) ? faultFrom(choices) : undefined;
  const kill: Kill | undefined = choices.oneIn(7)
    ? { after: choices.next() % 12, isSent: choices.oneIn(2), isOnlyEngine: choices.oneIn(3) }
    : undefined;
  const name = choices.pick(program)?.name;
  const target = name !== undefined && choices.oneIn(10) ? [name] : undefined;
  const replace = name !== undefined && command === "up" && choices.oneIn(8) ? [name] : undefined;
  const continueOnError = choices.oneIn(6) ? true : undefined;
  const options = defined({ refresh, fault, kill, target, replace, continueOnError });
  return { do: "run", stack, command, ...options };
};

const generators: readonly (readonly [weight: number, Generator])[] = [
  [20, run],
  [9, declare],
  [2, declareHub],
  [3, edit],
  [1, duplicate("h")],
  [2, adopt],
  [2, rename],
  [1, moveHub],
  [2, drop],
  [2, createInPanel],
  [3, copyInPanel(true)],
  [2, changeInPanel],
  [2, deleteInPanel],
  [1, restoreInPanel],
  [1, unsubscribe],
  [1, renameHub],
  [1, swapHubs],
  [1, setDomain],
  [1, (_, choices) => ({ do: "wait", hours: (choices.next() % 3) + 1 })],
  // A series starts after five weeks and lasts for four.
  [1, (_, choices) => ({ do: "wait", hours: 24 * choices.pick([37, 9, 30]) })],
  [1, (_, choices) => ({ do: "clock is off", minutes: ((choices.next() % 5) - 2) * 50 })],
];

/** What happens to a series as time passes. */
const seriesGenerators: readonly (readonly [weight: number, Generator])[] = [
  [6, run],
  [8, up],
  [8, changeSeries],
  [5, (_, choices) => ({ do: "wait", hours: 24 * choices.pick([7, 3, 14, 30]) })],
  [2, declareSeries],
  [2, changeDateInPanel],
  [1, changeInPanel],
  [1, deleteInPanel],
  [2, adoptSeries],
  [1, rename],
  [1, duplicate("h")],
  [1, drop],
];

/** What happens to single maintenances around their ends. */
const singleGenerators: readonly (readonly [weight: number, Generator])[] = [
  [8, upOrPreview],
  [6, changeSingle],
  [6, editSingle],
  [6, waitForEnd],
  [2, run],
  [1, declareSingle],
  [1, rename],
  [1, drop],
  [1, adopt],
  [1, (_, choices) => ({ do: "clock is off", minutes: ((choices.next() % 5) - 2) * 50 })],
];

const numbers = fc.array(fc.nat(9999), { minLength: 16, maxLength: 16 });

type Event = (theme: Theme) => Next;

const eventBy =
  (generator: Generator, chosen: readonly number[]): Event =>
  (theme) =>
  (scene) =>
    generator(scene, new Choices(chosen), theme);

const eventOf = (generator: Generator): fc.Arbitrary<Event> => numbers.map((chosen) => eventBy(generator, chosen));

const eventAmong = (weighted: typeof generators): fc.Arbitrary<Event> =>
  fc.oneof(...weighted.map(([weight, generator]) => ({ weight, arbitrary: eventOf(generator) })));

/** An accident, perhaps in the middle of other events. */
const accident: fc.Arbitrary<Event[]> = fc
  .tuple(fc.constantFrom(...accidents), numbers)
  .map(([generated, chosen]) => generated.map((generator) => eventBy(generator, chosen)));

const created = (declaring: Generator): fc.Arbitrary<Event[]> =>
  fc.tuple(
    eventOf(declaring),
    fc.constant<Event>(() => () => ({ do: "run", stack: "shop", command: "up" })),
  );

/** The life of a maintenance, from the `up` that has created it. */
const lifeOf = (declaring: Generator, weighted: typeof generators): fc.Arbitrary<Event[]> =>
  fc
    .tuple(created(declaring), fc.array(eventAmong(weighted), { minLength: 1, maxLength: 18, size: "max" }))
    .map((events) =>
      events.flat().map(
        (choose): Event =>
          (theme) =>
            choose({ ...theme, kinds: ["Maintenance"] }),
      ),
    );

const accidental: fc.Arbitrary<Event[]> = fc
  .tuple(
    fc.array(eventAmong(generators), { maxLength: 3 }),
    accident,
    fc.array(eventAmong(generators), { maxLength: 6 }),
  )
  .map((parts) => parts.flat());

const lives: fc.Arbitrary<Event[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(eventAmong(generators), { minLength: 1, maxLength: 24, size: "max" }) },
  { weight: 4, arbitrary: accidental },
  { weight: 2, arbitrary: lifeOf(declareSeries, seriesGenerators) },
  { weight: 2, arbitrary: lifeOf(declareSingle, singleGenerators) },
);

const recordKinds = ["Service", "Subscription", "IncidentTemplate", "Maintenance", "MaintenanceTemplate"] as const;

const themes = fc.record<Theme>({
  kinds: fc.constantFrom<Theme["kinds"]>(
    recordKinds,
    ["Service"],
    ["Subscription"],
    ["IncidentTemplate", "Service"],
    ["Maintenance"],
  ),
  providers: fc.constantFrom<Theme["providers"]>(["dynamic"], ["native"], ["dynamic", "native", "explicit"]),
});

export interface Scenario {
  readonly nexts: readonly Next[];
  readonly seed: number;
}

/** Random scenarios on a server that differs from these guesses. */
const scenariosWith = (assumed: fc.Arbitrary<Assumptions>): fc.Arbitrary<Scenario> =>
  fc
    .record({
      events: lives,
      theme: themes,
      setting: fc.record({
        seed: fc.nat(1000),
        restored: fc.constantFrom<EmulatorAssumptions>({}, { "restored-id": "new" }),
      }),
      assume: fc.option(assumed, { freq: 2, nil: undefined }),
    })
    .map(({ events, theme, setting: { seed, restored }, assume = restored }) => ({
      nexts: [() => ({ do: "server", assume }), ...events.map((choose) => choose(theme))],
      seed,
    }));

/** Random scenarios on a server that may differ from one guess, with no effect or a rare one. */
export const scenarios = scenariosWith(
  fc.constantFrom<Assumptions>(
    { "record-ids": "text" },
    { "list-fields": "shortened" },
    { "freed-values": "reserved" },
    { texts: "capitals" },
    { texts: "tidied" },
  ),
);

/** Random scenarios on a server that differs from up to four guesses. */
export const guessScenarios = scenariosWith(
  fc
    .subarray([...differences.keys()], { minLength: 1, maxLength: 4 })
    .map((chosen) => Object.fromEntries(chosen.map((difference) => difference.split("=")))),
);
