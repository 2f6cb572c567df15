import fc from "fast-check";
import type { Values } from "../laws/grpc.ts";
import type { Action } from "./action.ts";
import { choose, kindOf } from "./kinds.ts";
import type { Fault, Kill } from "./network.ts";
import { isLive, keyOfEntry } from "./owners.ts";
import type { Way } from "./process.ts";
import { type Declared, isReference, replaceReferences, urnsOf, wayOf } from "./program.ts";
import type { Scene, Typed } from "./scene.ts";
import type { Row } from "./server.ts";
import type { Next, Setting } from "./story.ts";

/** Numbers from which a story chooses: the first choice is always the plainest, so that smaller numbers are simpler. */
class Dice {
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

const recordKinds = ["Service", "Subscription", "IncidentTemplate", "Maintenance", "MaintenanceTemplate"];

/** What a story is about: the fewer kinds and providers, the more of its resources meet. */
interface Theme {
  readonly kinds: readonly string[];
  readonly ways: readonly Way[];
}

type Chooser = (scene: Scene, dice: Dice, theme: Theme) => Action | undefined;

const stackOf = (scene: Scene, dice: Dice) => scene.stack(dice.oneIn(4) ? "team" : "shop");

const hubsOf = ({ rows }: Scene): Row[] => [...rows.values()].filter(({ subdomain }) => subdomain !== undefined);

/** Most often the first one, so that records meet. */
const hubOf = (scene: Scene, dice: Dice) => {
  const [first, ...others] = hubsOf(scene);
  return dice.oneIn(4) ? dice.one(others) : first;
};

/** The services of a hub are those of the program, and all others: also one that was deleted, which makes a bad program. */
function placeOn(scene: Scene, hub: Row | undefined, program: readonly Declared[] = []) {
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

function hubNamed(scene: Scene, program: readonly Declared[], hub: unknown): Row | undefined {
  const name = isReference(hub) ? program.find((each) => each.name === hub.ref)?.args.subdomain : hub;
  return scene.server.hubNamed(String(name));
}

const declare: Chooser = (scene, dice, theme) => {
  const { name: stack, program } = stackOf(scene, dice);
  const name = dice.one(["a", "b", "c", "d"]) ?? "a";
  const kind = dice.one(theme.kinds) ?? "Service";
  const way = dice.one(theme.ways) ?? "dynamic";
  const page = dice.oneIn(2) ? program.find((each) => each.kind === "Hub") : undefined;
  const hub = page ? hubNamed(scene, program, { ref: page.name }) : hubOf(scene, dice);
  const others = program.filter((each) => each.name !== name);
  const adopt = dice.oneIn(6) && kindOf(kind).unique !== undefined ? true : undefined;
  const args = choose(kindOf(kind), dice.rest(), placeOn(scene, hub, others));
  if (hub === undefined) return undefined;
  return {
    do: "declare",
    stack,
    name,
    kind,
    way,
    args: { hub: page ? { ref: page.name } : hub.subdomain, ...args, ...(adopt && { adopt }) },
  };
};

const declareHub: Chooser = (_, dice, theme) => ({
  do: "declare",
  stack: "shop",
  name: "page",
  kind: "Hub",
  way: dice.one(theme.ways) ?? "dynamic",
  args: choose(kindOf("Hub"), dice.rest(), { groups: [], services: [] }),
});

/** Another value of one property, or none. */
const edit: Chooser = (scene, dice) => {
  const { name: stack, program } = stackOf(scene, dice);
  const declared = dice.one(program);
  if (declared === undefined) return undefined;
  const kind = kindOf(declared.kind);
  const others = program.filter((each) => each !== declared);
  const place = placeOn(scene, hubNamed(scene, program, declared.args.hub), others);
  const fresh = choose(kind, dice.rest().slice(1), place, { method: declared.args.method });
  const name = dice.one(Object.keys(kind.properties)) ?? "";
  const { [name]: _, ...rest } = declared.args;
  if (name === "method") return undefined;
  return {
    do: "declare",
    stack,
    ...declared,
    args: fresh[name] === undefined ? rest : { ...rest, [name]: fresh[name] },
  };
};

/** The program takes a record that is there: a stranger's, or one that another of its resources has. */
const adopt: Chooser = (scene, dice, theme) => {
  const { name: stack, program } = stackOf(scene, dice);
  const kind = dice.one(theme.kinds) ?? "Service";
  const { table } = kindOf(kind);
  const isOthers = (key: string) =>
    scene.stacks.some(({ name, state }) => name !== stack && state.some((kept) => keyOfEntry(kept) === key));
  const rows = [...scene.rows].filter(
    ([key, row]) => key.startsWith(`${table}/`) && isLive(row) && !isOthers(key) && !isOccurrence(row),
  );
  const [, row] = dice.one(rows) ?? [];
  if (row === undefined) return undefined;
  const hub = scene.rows.get(`hubs/${row.hub_id}`);
  const name = dice.one(["e", "a", "b"]) ?? "e";
  const way = dice.one(theme.ways) ?? "dynamic";
  const others = program.filter((each) => each.name !== name);
  const args = choose(kindOf(kind), dice.rest(), placeOn(scene, hub, others));
  const method = kind === "Subscription" && { method: row.method_name, address: row.address, label: undefined };
  return {
    do: "declare",
    stack,
    name,
    kind,
    way,
    args: defined({ hub: hub?.subdomain, ...args, ...method, adopt: String(row.id) }),
  };
};

/** A later occurrence of a series, which nobody adopts for itself. */
const isOccurrence = ({ id, series_id }: Row) => typeof series_id === "number" && series_id !== id;

const defined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Another name, another provider, or both: in the right way, by adoption, or without a word. */
const rename: Chooser = (scene, dice, theme) => {
  const { name: stack, program, state } = stackOf(scene, dice);
  const declared = dice.one(program.filter(({ kind }) => kind !== "Hub"));
  if (declared === undefined) return undefined;
  const to = dice.one(["f", "g", declared.name]) ?? "f";
  const way =
    to === declared.name || dice.oneIn(3)
      ? (dice.one(theme.ways) ?? "native")
      : wayOf(declared);
  const by = dice.one(["alias", "id", "true", "nothing"]);
  const kept = state.find((each) => urnsOf(stack, declared).includes(each.urn));
  if (to === declared.name && way === wayOf(declared)) return undefined;
  const { adopt: _, ...args } = declared.args;
  const id = by === "id" && kept ? keyOfEntry(kept).split("/")[1] : undefined;
  const taken = {
    ...args,
    ...(by === "true" && kindOf(declared.kind).unique !== undefined && { adopt: true }),
    ...(id !== undefined && { adopt: id }),
  };
  const aliases = [{ name: declared.name, way: wayOf(declared) }, ...(declared.aliases ?? [])];
  const renamed = {
    name: to,
    kind: declared.kind,
    way,
    args: by === "alias" ? args : taken,
    ...(by === "alias" && { aliases }),
  };
  return { do: "declare", stack, insteadOf: declared.name, ...renamed };
};

const moveHub: Chooser = (scene, dice) => {
  const { name: stack, program } = stackOf(scene, dice);
  const declared = dice.one(program.filter(({ kind }) => kind !== "Hub"));
  const hub = dice.one(hubsOf(scene));
  if (declared === undefined || hub === undefined) return undefined;
  const { groups, services } = placeOn(scene, hub);
  const { kind } = declared;
  const { adopt: _, ...args } = declared.args;
  const [service] = services;
  const moved = {
    ...args,
    hub: hub.subdomain,
    ...(kind === "Service" && { groupId: groups[0] }),
    ...(args.serviceStatuses !== undefined && { serviceStatuses: [{ service, status: "down" }] }),
    ...(Array.isArray(args.services) && { services: "all" }),
  };
  return { do: "declare", stack, ...declared, args: moved };
};

const drop: Chooser = (scene, dice) => {
  const { name: stack, program } = stackOf(scene, dice);
  const name = dice.one(program)?.name;
  return name === undefined ? undefined : { do: "drop", stack, name };
};

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

const createByHand: Chooser = (scene, dice, theme) => {
  const hub = hubOf(scene, dice);
  const kind = dice.one(theme.kinds) ?? "Service";
  if (hub === undefined) return undefined;
  return {
    do: "create by hand",
    hub: String(hub.subdomain),
    kind,
    values: choose(kindOf(kind), dice.rest(), placeOn(scene, hub)),
  };
};

/** Somebody else makes a record with the values of a resource, but perhaps for one of them. */
const copyByHand: Chooser = (scene, dice) => {
  const { program } = stackOf(scene, dice);
  const declared = dice.one(program.filter(({ kind }) => kind !== "Hub"));
  const hub = declared && hubNamed(scene, program, declared.args.hub);
  if (hub === undefined) return undefined;
  const place = placeOn(scene, hub);
  const kind = kindOf(declared.kind);
  const other = dice.oneIn(2) ? dice.one(Object.keys(kind.properties)) : undefined;
  const fresh = choose(kind, dice.rest(), place, { method: declared.args.method });
  const { hub: _, adopt, ...args } = declared.args;
  const copied = replaceReferences(args, () => place.services[0]) as Values;
  const values =
    other === undefined || fresh[other] === undefined || other === "method"
      ? copied
      : { ...copied, [other]: fresh[other] };
  return { do: "create by hand", hub: String(hub.subdomain), kind: declared.kind, values };
};

function recordFrom(scene: Scene, [dice, theme]: [Dice, Theme], isWanted: (row: Row) => boolean) {
  const kind = dice.one(theme.kinds) ?? "Service";
  const rows = [...scene.rows].filter(([key, row]) => key.startsWith(`${kindOf(kind).table}/`) && isWanted(row));
  const [, row] = dice.one(rows.toReversed()) ?? [];
  return row && { kind, row };
}

const changeByHand: Chooser = (scene, dice, theme) => {
  const found = recordFrom(scene, [dice, theme], isLive);
  if (found === undefined) return undefined;
  const { kind, row } = found;
  const name = dice.one(Object.keys(kindOf(kind).properties)) ?? "";
  const place = placeOn(scene, scene.rows.get(`hubs/${row.hub_id}`));
  const values = choose(kindOf(kind), dice.rest(), place, { method: row.method_name });
  if (values[name] === undefined || name === "method" || name === "repeat" || name === "notifications")
    return undefined;
  return { do: "change by hand", kind, id: row.id, values: { [name]: values[name] } };
};

const deleteByHand: Chooser = (scene, dice, theme) => {
  const found = recordFrom(scene, [dice, theme], isLive);
  return (
    found && {
      do: dice.one(["delete by hand", "delete by hand", "remove for good"] as const) ?? "delete by hand",
      kind: found.kind,
      id: found.row.id,
    }
  );
};

const restoreByHand: Chooser = ({ rows }, dice) => {
  const deleted = [...rows].filter(([key, row]) => key.startsWith("subscriptions/") && !isLive(row));
  const [, row] = dice.one(deleted) ?? [];
  return row && { do: "restore by hand", kind: "Subscription", id: row.id };
};

const unsubscribe: Chooser = ({ rows }, dice) => {
  const [, row] = dice.one([...rows].filter(([key, each]) => key.startsWith("subscriptions/") && isLive(each))) ?? [];
  return row && { do: "unsubscribe", id: row.id };
};

const setDomain: Chooser = (scene, dice) => {
  const hub = hubOf(scene, dice);
  const custom_domain = hub?.custom_domain === null ? "status.example.com" : null;
  return hub && { do: "change by hand", kind: "Hub", id: hub.id, values: { custom_domain } };
};

const renameHub: Chooser = (scene, dice) => {
  const hub = dice.one(hubsOf(scene));
  const subdomain = dice.one(["acme-old", "acme", "acme-2", "globex"]) ?? "acme-old";
  return hub && { do: "rename hub", id: hub.id, subdomain };
};

const choosers: readonly (readonly [weight: number, Chooser])[] = [
  [20, run],
  [9, declare],
  [2, declareHub],
  [3, edit],
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

type Told = (theme: Theme) => Next;

const event = fc.oneof(
  ...choosers.map(([weight, chooser]) => ({
    weight,
    arbitrary: numbers.map(
      (chosen): Told =>
        (theme) =>
        (scene) =>
          chooser(scene, new Dice(chosen), theme),
    ),
  })),
);

const themes = fc.record<Theme>({
  kinds: fc.constantFrom(recordKinds, ["Service"], ["Subscription"], ["IncidentTemplate", "Service"], ["Maintenance"]),
  ways: fc.constantFrom<readonly Way[]>(["dynamic"], ["native"], ["dynamic", "native", "explicit"]),
});

/** Any story. */
export const stories = fc
  .record({
    events: fc.array(event, { minLength: 1, maxLength: 24, size: "max" }),
    theme: themes,
    setting: fc.record({ seed: fc.nat(1000), restore: fc.constantFrom<"same-id" | "new-id">("same-id", "new-id") }),
    areIdsText: fc.nat(19).map((number) => number === 19),
  })
  .map(({ events, theme, setting, areIdsText }) => {
    const first: Next[] = areIdsText ? [() => ({ do: "ids as text" })] : [];
    return { nexts: [...first, ...events.map((told) => told(theme))], setting };
  });
