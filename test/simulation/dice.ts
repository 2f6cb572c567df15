import type { Values } from "../laws/grpc.ts";
import type { Action } from "./action.ts";
import { type Declared, isReference, type ProviderName } from "./program.ts";
import type { Scene } from "./scene.ts";
import type { Row } from "./server.ts";

/** Numbers from which a scenario chooses: the first choice is always the plainest, so that smaller numbers are simpler. */
export class Dice {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  roll(): number {
    this.#at += 1;
    return this.#numbers[this.#at - 1] ?? 0;
  }

  one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.roll() % Math.max(1, items.length)];
  }

  /** True once in so many throws. */
  oneIn(sides: number): boolean {
    return this.roll() % sides === sides - 1;
  }

  rest(): readonly number[] {
    return this.#numbers.slice(this.#at);
  }
}

export const recordKinds = ["Service", "Subscription", "IncidentTemplate", "Maintenance", "MaintenanceTemplate"];

/** What a scenario is about: the fewer kinds and providers, the more of its resources meet. */
export interface Theme {
  readonly kinds: readonly string[];
  readonly providers: readonly ProviderName[];
}

export type Chooser = (scene: Scene, dice: Dice, theme: Theme) => Action | undefined;

export const stackOf = (scene: Scene, dice: Dice) => scene.stack(dice.oneIn(4) ? "team" : "shop");

export const hubsOf = ({ rows }: Scene): Row[] => [...rows.values()].filter(({ subdomain }) => subdomain !== undefined);

/** Most often the first one, so that records meet. */
export const hubOf = (scene: Scene, dice: Dice) => {
  const [first, ...others] = hubsOf(scene);
  return dice.oneIn(4) ? dice.one(others) : first;
};

/** The services of a hub are those of the program, and all others: also one that was deleted, which makes a bad program. */
export function placeOn(scene: Scene, hub: Row | undefined, program: readonly Declared[] = []) {
  const onHub = [...scene.rows].filter(([, row]) => row.hub_id === hub?.id);
  const inTable = (table: string) => onHub.filter(([key]) => key.startsWith(`${table}/`));
  const declared = program.filter(
    ({ kind, args }) => kind === "Service" && hubNamed(scene, program, args.hub)?.id === hub?.id,
  );
  return {
    groups: inTable("groups").map(([, { id }]) => id),
    services: [...declared.map(({ name }) => ({ ref: name })), ...inTable("services").map(([, { id }]) => String(id))],
  };
}

export function hubNamed(scene: Scene, program: readonly Declared[], hub: unknown): Row | undefined {
  const name = isReference(hub) ? program.find((each) => each.name === hub.ref)?.args.subdomain : hub;
  return scene.server.hubNamed(String(name));
}

export const defined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
