import type { Action } from "./action.ts";
import type { Kept } from "./engine.ts";
import { expectedIn, isAsDeclared, kindOf, kinds } from "./kinds.ts";
import { isLive, keyOfEntry, type Stack, Violation } from "./owners.ts";
import { type Declared, inOrder, isReference, namesIn, urnOf, urnsOf } from "./program.ts";
import type { Report, Scene } from "./scene.ts";
import type { Row } from "./server.ts";

type Perform = (action: Action) => Promise<Report | undefined>;

/**
 * The end of every story: nothing goes wrong any more, and people mend what only they can mend. Then two `up`s at most reach
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
    // What is left of a series whose first record was deleted by hand is that person's.
    const isOurs = made !== undefined && !made.isLost && (series === key || made.isDeleted === true);
    const isLeft = isOurs && isLive(row) && !isShared(scene, series);
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
  const shown = preview?.engine.done.filter(({ op }) => op !== "read" && op !== "same") ?? [];
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

/** A message without what differs from story to story. */
const shapeOf = (message: string) =>
  message
    .replaceAll(/"[^"]*"|\b(Service|Subscription|Maintenance|Hub|(Incident|Maintenance)Template)\b/g, "_")
    .replaceAll(/\d+/g, "#")
    .slice(0, 120);

const isShared = (scene: Scene, key: string) =>
  scene.stacks.some(({ state }) => state.some((kept) => keyOfEntry(kept) === key));

/** Whether somebody else has a record with all the declared values. */
function hasEqual(scene: Scene, stack: Stack, declared: Declared): boolean {
  const { table, properties } = kindOf(declared.kind);
  const own = stack.state.find((each) => each.urn === urnOf(stack.name, declared));
  return [...scene.rows].some(([key, row]) => {
    if (!key.startsWith(`${table}/`) || !isLive(row) || (own && keyOfEntry(own) === key)) return false;
    return Object.entries(properties).every(
      ([name, property]) =>
        declared.args[name] === undefined ||
        // A create sends these in a second request, before which it may have been killed.
        ["repeat", "notifications"].includes(name) ||
        namesIn(declared.args[name]).length > 0 ||
        isAsDeclared(name, row[property.field], expectedIn(property, declared.args[name])),
    );
  });
}

/** A person deletes what a killed or failed command left behind. */
async function clearLost(scene: Scene, act: Perform): Promise<void> {
  for (const [key, { isLost }] of scene.owners.made) {
    if (isLost && isLive(scene.rows.get(key)) && !isShared(scene, key)) await deleteByHand(key, act);
  }
}

async function deleteByHand(key: string, act: Perform): Promise<void> {
  const [table, id] = key.split("/");
  const [kind] = Object.entries(kinds).find(([, each]) => each.table === table) ?? [];
  if (kind !== undefined) await act({ do: "delete by hand", kind, id: Number(id) });
}

/** A person makes the program one that can be done, and takes away what is in its way. */
async function mend(scene: Scene, stack: Stack, act: Perform): Promise<void> {
  for (let isSound = false; !isSound; ) {
    isSound = true;
    const ordered = inOrder(stack.program);
    for (const declared of stack.program) {
      const cure = ordered.includes(declared) ? cureOf(scene, stack, declared) : "drop";
      if (cure === undefined) continue;
      isSound = false;
      if (cure === "drop") await act({ do: "drop", stack: stack.name, name: declared.name });
      else if (typeof cure === "string") await deleteByHand(cure, act);
      else await act({ do: "declare", stack: stack.name, ...cure });
      break;
    }
  }
}

/** What is to be done with a resource that cannot be as declared: another declaration, or a record to delete. */
function cureOf(scene: Scene, stack: Stack, declared: Declared): Declared | string | undefined {
  const { args, kind } = declared;
  const kept = stack.state.find((each) => urnsOf(stack.name, declared).includes(each.urn) && isThere(scene, each));
  if (kind === "Hub") return cureOfHub(scene, stack, { declared, kept });
  const hub = hubIdOf(scene, stack, { declared, kept });
  if (hub === undefined) return "drop";
  const { table, unique = [], properties } = kindOf(kind);
  if (kind === "Service" && scene.server.world.store.table("groups").find(Number(args.groupId))?.hub_id !== hub)
    return "drop";
  if (!servicesIn(args).every((service) => isServiceOn(scene, stack, { service, hub }))) return "drop";
  if (args.adopt !== undefined) {
    const key = `${table}/${args.adopt}`;
    const row = scene.rows.get(key);
    const isTaken = isOwned(scene, key, kept);
    const isTwice = stack.program.some(
      (each) => each !== declared && each.kind === kind && each.args.adopt === args.adopt,
    );
    if (isTaken || (isTwice && typeof args.adopt === "string")) return "drop";
    const isAdoptable = isLive(row) && row.hub_id === hub;
    const isKept = kept !== undefined && Number(kept.outputs.hubId) === hub;
    if (!isAdoptable && !isKept && typeof args.adopt === "string") return "drop";
  }
  const isIdentified = unique.every((name) => typeof args[name] === "string" && args[name] !== "");
  if (args.adopt === true && (!isIdentified || hasNear(scene, stack, declared, hub))) {
    const { adopt: _, ...others } = args;
    return { ...declared, args: others };
  }
  const values = unique.map((name) => [properties[name]?.field ?? "", args[name]] as const);
  if (values.length === 0 || values.some(([, value]) => typeof value !== "string")) return undefined;
  const own = kept && keyOfEntry(kept);
  for (const [key, row] of scene.rows) {
    if (!key.startsWith(`${table}/`) || key === own || row.hub_id !== hub || !isLive(row)) continue;
    if (typeof args.adopt === "string" && key === `${table}/${args.adopt}`) continue;
    if (!values.every(([field, value]) => unified(row[field]) === unified(value))) continue;
    return isOwned(scene, key, kept) ? "drop" : key;
  }
  const twin = stack.program.find(
    (each) =>
      each !== declared &&
      each.kind === kind &&
      unique.every((name) => unified(each.args[name]) === unified(args[name])),
  );
  return twin === undefined ? undefined : "drop";
}

/** The record is there, or was deleted in a way that can be undone: else it is created again. */
function isThere(scene: Scene, kept: Kept): boolean {
  const row = scene.rows.get(keyOfEntry(kept));
  return kept.pending === undefined && row !== undefined && (isLive(row) || kept.kind === "Subscription");
}

/** Whether `adopt: true` means a record that is not there, while a similar one is. */
function hasNear(scene: Scene, { program }: Stack, { kind, args }: Declared, hub: number): boolean {
  const { table, unique = [], properties } = kindOf(kind);
  const rows = [...scene.rows].filter(([key, row]) => key.startsWith(`${table}/`) && isLive(row) && row.hub_id === hub);
  const found = [
    ...rows.map(([, row]) => unique.map((name) => row[properties[name]?.field ?? ""])),
    ...program.filter((each) => each.kind === kind).map((each) => unique.map((name) => each.args[name])),
  ];
  const wanted = unique.map((name) => args[name]);
  const skeleton = (values: readonly unknown[]) => values.join("/").replaceAll(/\s/g, "").toLowerCase();
  const near = found.filter((values) => skeleton(values) === skeleton(wanted));
  return near.some((values) => values.join("/") !== wanted.join("/"));
}

// Inferred: e-mail addresses compare without case.
const unified = (value: unknown) => (String(value).includes("@") ? String(value).toLowerCase() : value);

/** Whether the record belongs to a resource other than this one. */
const isOwned = (scene: Scene, key: string, own: Kept | undefined) =>
  scene.stacks.some(({ state }) => state.some((kept) => kept !== own && keyOfEntry(kept) === key));

interface Placed {
  readonly declared: Declared;
  readonly kept: Kept | undefined;
}

function cureOfHub(scene: Scene, { program }: Stack, { declared, kept }: Placed): Declared | "drop" | undefined {
  const holder = scene.server.hubNamed(String(declared.args.subdomain));
  const own = kept && scene.rows.get(keyOfEntry(kept));
  const isOther = program.some(
    (each) => each !== declared && each.kind === "Hub" && each.args.subdomain === declared.args.subdomain,
  );
  if (isOther || (own === undefined && holder === undefined)) return "drop";
  if (own === undefined || holder === undefined || holder.id === own.id) return undefined;
  return { ...declared, args: { ...declared.args, subdomain: own.subdomain } };
}

/** The hub that a resource belongs to: by the resource that it names, by its state, or by the name. */
function hubIdOf(scene: Scene, { name, program, state }: Stack, { declared, kept }: Placed): number | undefined {
  const { hub } = declared.args;
  if (isReference(hub)) {
    const page = program.find((each) => each.name === hub.ref);
    const known = page && state.find((each) => each.urn === urnOf(name, page));
    return known ? Number(known.id) : scene.server.hubNamed(String(page?.args.subdomain))?.id;
  }
  const isSame = kept !== undefined && (kept.inputs.hub === hub || (kept.outputs.hub as unknown) === hub);
  return isSame ? Number(kept.outputs.hubId) : scene.server.hubNamed(String(hub))?.id;
}

const servicesIn = ({ services, serviceStatuses }: Declared["args"]): unknown[] => [
  ...(Array.isArray(services) ? services : []),
  ...(Array.isArray(serviceStatuses) ? serviceStatuses.map((item) => (item as { service: unknown }).service) : []),
];

function isServiceOn(scene: Scene, stack: Stack, { service, hub }: { service: unknown; hub: number }): boolean {
  if (!isReference(service)) {
    const row: Row | undefined = scene.rows.get(`services/${service}`);
    return isLive(row) && row.hub_id === hub;
  }
  const declared = stack.program.find((each) => each.name === service.ref);
  if (declared === undefined || namesIn(declared.args).includes(service.ref)) return false;
  const kept = stack.state.find((each) => each.urn === urnOf(stack.name, declared));
  return hubIdOf(scene, stack, { declared, kept }) === hub;
}
