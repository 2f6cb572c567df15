import type { TableName } from "../../../emulator/tables/index.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { type Declared, isReference, type ProviderName } from "../../engine-model/program.ts";
import type { Action } from "../action.ts";
import type { Scene } from "../scene.ts";
import type { Row } from "../server.ts";

type NonEmpty<Item> = readonly [Item, ...Item[]];

/** A sequence of random numbers to choose by. The first option is always the simplest, for smaller counterexamples. */
export class Choices {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  next(): number {
    this.#at += 1;
    return this.#numbers[this.#at - 1] ?? 0;
  }

  pick<const Item>(items: NonEmpty<Item>): Item;
  pick<Item>(items: readonly Item[]): Item | undefined;
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.next() % Math.max(1, items.length)];
  }

  oneIn(sides: number): boolean {
    return this.next() % sides === sides - 1;
  }

  remaining(): readonly number[] {
    return this.#numbers.slice(this.#at);
  }
}

/** The kinds and providers of a scenario. With few of them, resources conflict more often. */
export interface Theme {
  readonly kinds: NonEmpty<string>;
  readonly providers: NonEmpty<ProviderName>;
}

export type Generator = (scene: Scene, choices: Choices, theme: Theme) => Action | undefined;

export const stackOf = (scene: Scene, choices: Choices) => scene.stack(choices.oneIn(4) ? "team" : "shop");

export const hubsOf = ({ rows }: Scene): Row[] => [...rows.values()].filter(({ subdomain }) => subdomain !== undefined);

/** Returns the first hub most of the time, so that records conflict more often. */
export const hubOf = (scene: Scene, choices: Choices) => {
  const [first, ...others] = hubsOf(scene);
  return choices.oneIn(4) ? choices.pick(others) : first;
};

/** Returns the live records that no other stack has and that the server shows: it may hide the occurrences of a series. */
export function adoptable(scene: Scene, stack: string, table: TableName): [string, Row][] {
  const { owners, stacks, assumed } = scene;
  const others = stacks.filter(({ name }) => name !== stack).flatMap(({ state }) => state);
  const taken = new Set(others.flatMap((entry) => owners.keysOf(entry)));
  const areHidden = assumed.occurrences !== undefined || assumed["series-clock"] === "rolling";
  return scene.liveIn(table).filter(([key]) => !taken.has(key) && !(areHidden && owners.seriesOf(key) !== key));
}

/** Returns the groups and services of a hub, declared or not. Includes deleted services, so programs may be wrong. */
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
