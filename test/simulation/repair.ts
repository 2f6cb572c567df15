import { type Declared, isReference, namesIn, urnOf, urnsOf } from "../engine-model/program.ts";
import type { StateEntry } from "../engine-model/state.ts";
import { hadFor } from "./check-adopted.ts";
import { isExtended } from "./check-declared.ts";
import { sameToVisitors } from "./check-seen.ts";
import { areInOrder, bodyOf, declaredEnd, expectedIn, isAlike, keyOfEntry, kindOf } from "./kinds.ts";
import { isLive, type Stack } from "./owners.ts";
import type { Scene } from "./scene.ts";
import { hasEnded, type Row } from "./server.ts";

/** The manual change without which no `up` can make a resource as declared. */
export type Repair = "drop it" | { readonly declare: Declared } | { readonly remove: string };

interface Placed {
  readonly declared: Declared;
  /** Its entry in the state, if the record still exists. */
  readonly entry: StateEntry | undefined;
}

/** Returns the repair that a resource needs; undefined if an `up` can make it as declared. */
export function repairOf(scene: Scene, stack: Stack, declared: Declared): Repair | undefined {
  const entry = stack.state.find((each) => urnsOf(stack.name, declared).includes(each.urn) && exists(scene, each));
  const placed: Placed = { declared, entry };
  if (declared.kind === "Hub") return repairHub(scene, stack, placed);
  // Without new dates, what the team has extended stays in its hub, and services of another one can't be part of it.
  const hasNewDates = declaredEnd(declared.args) > scene.server.shownNow;
  const staysThere = entry !== undefined && !hasNewDates && isExtended(scene, entry);
  const hub = staysThere ? Number(entry.outputs.hubId) : hubIdOf(scene, stack, placed);
  const own = entry && scene.rows.get(`hubs/${entry.outputs.hubId}`)?.subdomain;
  // Its hub has another name now, and perhaps another hub has the old one.
  const { hub: named } = declared.args;
  const isUnchanged = entry?.inputs.hub === named || scene.server.hubNamed(String(named)) === undefined;
  if (typeof named === "string" && own !== undefined && own !== named && isUnchanged)
    return { declare: { ...declared, args: { ...declared.args, hub: own } } };
  if (hub === undefined || !isSound(scene, stack, { declared, hub })) return "drop it";
  const onHub = { ...placed, hub };
  return (
    repairAdoption(scene, stack, onHub) ??
    repairDuplicates(scene, stack, onHub) ??
    repairEqual(scene, stack, onHub) ??
    repairSeen(scene, stack, onHub)
  );
}

/** Whether the group and the services that it refers to by ID are on its hub, and its times are in order. */
function isSound(scene: Scene, stack: Stack, { declared, hub }: { declared: Declared; hub: number }): boolean {
  const { kind, args } = declared;
  const group = scene.server.emulation.store.table("groups").find(Number(args.groupId));
  if (kind === "Service" && group?.hub_id !== hub) return false;
  if (kind === "Maintenance" && (!areInOrder(args) || endsNow(scene, stack, declared))) return false;
  return servicesIn(args).every((service) => isServiceOn(scene, stack, { service, hub }));
}

type OnHub = Placed & { readonly hub: number };

/** Repairs an adoption of a record that doesn't exist, that another resource manages, or that is only similar. */
function repairAdoption(scene: Scene, stack: Stack, { declared, entry, hub }: OnHub): Repair | undefined {
  const { adopt, ...args } = declared.args;
  if (adopt === undefined || adopt === false) return undefined;
  // Once a resource has its record, another adoption or a replacement asks to remove it.
  if (entry !== undefined) return { declare: { ...declared, args } };
  if (adopt === true) {
    const value = args[kindOf(declared.kind).unique?.name ?? ""];
    const isIdentified = typeof value === "string" && value !== "";
    return isIdentified && !hasSimilar(scene, stack, declared, hub) ? undefined : { declare: { ...declared, args } };
  }
  const key = `${kindOf(declared.kind).table}/${adopt}`;
  const row = scene.rows.get(key);
  const isTwice = isAdopted(stack, declared, key);
  const isAdoptable = isLive(row) && row.hub_id === hub;
  const isUnfit = row !== undefined && declared.kind === "Maintenance" && !hasDates(scene, row, args);
  return isOwned(scene, key, entry) || isTwice || !isAdoptable || isUnfit ? "drop it" : undefined;
}

/** Whether a program declares the dates that a maintenance has. A date of a series can't be adopted, only the series as a whole. */
function hasDates({ owners, server }: Scene, row: Row, { startTime, endTime, repeat }: Declared["args"]): boolean {
  const isAlone = row.series_id === null || row.series_id === undefined;
  if (hasEnded(row, server.shownNow)) return false;
  if (isAlone) return !repeat;
  const isFirst = owners.seriesOf(`maintenances/${row.id}`) === `maintenances/${row.id}`;
  const { end_on } = (row.event_repeat ?? {}) as { readonly end_on?: string };
  const isSame = startTime === row.start_time && endTime === row.end_time;
  return isFirst && isSame && (repeat as { readonly endOn?: string } | undefined)?.endOn === end_on;
}

/** Whether a program has an end that is over, which only a single maintenance that was to come can get. */
function endsNow({ owners, server }: Scene, { name, state }: Stack, declared: Declared): boolean {
  const entry = state.find((each) => urnsOf(name, declared).includes(each.urn) && each.pending === undefined);
  const before = entry && (owners.inputsOf(keyOfEntry(entry)) ?? entry.inputs);
  const isOver = declaredEnd(declared.args) <= server.shownNow;
  if (before === undefined) return isOver;
  const isSeries = Boolean(before.repeat ?? declared.args.repeat);
  return isOver && isSeries && declaredEnd(before) > server.shownNow;
}

/** Repairs a create that is refused because it would double a live record. */
function repairEqual(scene: Scene, { program, ...stack }: Stack, { declared, entry, hub }: OnHub): Repair | undefined {
  // Another hub takes another record, and so do new dates.
  const isCreate = entry === undefined || declared.kind === "Maintenance" || Number(entry.outputs.hubId) !== hub;
  if (!isCreate || declared.args.adopt !== undefined) return undefined;
  const key = equalTo(scene, { ...stack, program }, declared);
  if (key === undefined) return undefined;
  const isElsewhere = isOwned(scene, key, undefined);
  return isElsewhere ? { declare: { ...declared, args: { ...declared.args, adopt: false } } } : { remove: key };
}

/** Repairs a create that is refused because visitors would see a service twice. */
function repairSeen(scene: Scene, stack: Stack, { declared, entry, hub }: OnHub): Repair | undefined {
  const { kind, args } = declared;
  const isCreate = entry === undefined || Number(entry.outputs.hubId) !== hub;
  if (kind !== "Service" || !isCreate || args.adopt === false) return undefined;
  // Unless it adopts one, which is as the program says then.
  const isAdoption = args.adopt !== undefined && (args.adopt !== true || isThere(scene, declared, hub));
  if (isAdoption) return undefined;
  const had = hadFor(scene, stack, stack.state);
  const shown = { ...bodyOf(kindOf(kind), args), id: 0 };
  const [twin] = sameToVisitors(scene, "", shown).filter(([key]) => !had.has(key));
  return twin && { declare: { ...declared, args: { ...args, adopt: false } } };
}

/** Whether a record has the identity that a program adopts. */
function isThere(scene: Scene, { kind, args }: Declared, hub: number): boolean {
  const { table, unique = { name: "", field: "" } } = kindOf(kind);
  return scene.liveIn(table).some(([, row]) => row.hub_id === hub && row[unique.field] === args[unique.name]);
}

/** Repairs a duplicate of an identity, among the records or in the program. */
function repairDuplicates(scene: Scene, stack: Stack, { declared, entry, hub }: OnHub): Repair | undefined {
  const { args, kind } = declared;
  const { table, unique } = kindOf(kind);
  if (unique === undefined || typeof args[unique.name] !== "string") return undefined;
  // Only a create adopts.
  const own = entry === undefined ? `${table}/${args.adopt}` : keyOfEntry(entry);
  // A restored record has its old values first, which somebody may have changed.
  const before = entry && [entry.inputs[unique.name], scene.rows.get(own)?.[unique.field]];
  const wanted = [args[unique.name], ...(before ?? [])];
  const isDuplicate = (row: Row) => wanted.map(normalizedAddress).includes(normalizedAddress(row[unique.field]));
  // A deleted subscription that is only similar may block the create, and isn't restored automatically.
  const isSimilar = (row: Row) => row.deleted === true && row.address !== args.address && isDuplicate(row);
  const isTaken = kind === "Subscription" && entry === undefined && scene.owners.mayRestore();
  if (isTaken && [...scene.rows.values()].some((row) => row.hub_id === hub && isSimilar(row))) return "drop it";
  for (const [key, row] of scene.liveIn(table)) {
    if (own === key || row.hub_id !== hub || !isDuplicate(row)) continue;
    if (isOwned(scene, key, entry) || isAdopted(stack, declared, key)) return "drop it";
    if (args.adopt !== true || entry !== undefined) return { remove: key };
  }
  const others = stack.program.filter((each) => each !== declared && each.kind === kind);
  const isTwice = others.some(
    (each) => normalizedAddress(each.args[unique.name]) === normalizedAddress(args[unique.name]),
  );
  return isTwice ? "drop it" : undefined;
}

/** Returns a live record with all the declared values that the stack doesn't have. */
function equalTo(scene: Scene, stack: Stack, declared: Declared): string | undefined {
  const { table, properties } = kindOf(declared.kind);
  const had = hadFor(scene, stack, stack.state);
  const found = scene.liveIn(table).find(([key, row]) => {
    if (had.has(key)) return false;
    return Object.entries(properties).every(
      ([name, property]) =>
        declared.args[name] === undefined ||
        scene.hides(name) ||
        // A create sends these in a second request, which a killed command may not have sent.
        ["repeat", "notifications", "state"].includes(name) ||
        namesIn(declared.args[name]).length > 0 ||
        isAlike(name, row[property.field] ?? "", expectedIn(property, declared.args[name]) ?? ""),
    );
  });
  return found?.[0];
}

/** Whether the record exists or can be restored. Otherwise, it is created again. */
function exists(scene: Scene, entry: StateEntry): boolean {
  const row = scene.rows.get(keyOfEntry(entry));
  return entry.pending === undefined && row !== undefined && (isLive(row) || entry.kind === "Subscription");
}

/** Whether no record has the identity to adopt, but there is a similar one. */
function hasSimilar(scene: Scene, { program }: Stack, { name, kind, args }: Declared, hub: number): boolean {
  const { table, unique = { name: "", field: "" } } = kindOf(kind);
  const found = [
    ...scene.liveIn(table).flatMap(([, row]) => (row.hub_id === hub ? [row[unique.field]] : [])),
    ...program.filter((each) => each.kind === kind && each.name !== name).map((each) => each.args[unique.name]),
  ];
  const wanted = args[unique.name];
  const normalized = (value: unknown) =>
    String(value ?? "")
      .replaceAll(/\s/g, "")
      .toLowerCase();
  const similar = found.filter((value) => normalized(value) === normalized(wanted));
  return similar.length > 0 && !similar.includes(wanted);
}

// Inferred: email addresses compare without case.
const normalizedAddress = (value: unknown) => (String(value).includes("@") ? String(value).toLowerCase() : value);

/** Whether another resource of the program adopts a record by its ID. */
const isAdopted = ({ program }: Stack, own: Declared, key: string) =>
  program.some((each) => each !== own && `${kindOf(each.kind).table}/${each.args.adopt}` === key);

const isOwned = (scene: Scene, key: string, own: StateEntry | undefined) =>
  scene.stacks.some(({ state }) => state.some((entry) => entry !== own && scene.owners.keysOf(entry).includes(key)));

function repairHub(scene: Scene, { program }: Stack, { declared, entry }: Placed): Repair | undefined {
  const holder = scene.server.hubNamed(String(declared.args.subdomain));
  const own = entry && scene.rows.get(keyOfEntry(entry));
  const isOther = program.some(
    (each) => each !== declared && each.kind === "Hub" && each.args.subdomain === declared.args.subdomain,
  );
  if (isOther || (own === undefined && holder === undefined)) return "drop it";
  if (own === undefined || holder === undefined || holder.id === own.id) return undefined;
  return { declare: { ...declared, args: { ...declared.args, subdomain: own.subdomain } } };
}

/**
 * Returns the ID of a resource's hub, from the Hub that it refers to, from its state, or from the subdomain, unless the program
 * is about to rename that hub.
 */
function hubIdOf(
  scene: Scene,
  { name, program, state }: Stack,
  { declared }: Pick<Placed, "declared">,
): number | undefined {
  const { hub } = declared.args;
  if (isReference(hub)) {
    const page = program.find((each) => each.name === hub.ref);
    const known = page && state.find((each) => each.urn === urnOf(name, page) && each.pending === undefined);
    return known ? Number(known.id) : scene.server.hubNamed(String(page?.args.subdomain))?.id;
  }
  const id = scene.server.hubNamed(String(hub))?.id;
  const isRenamed = program.some(
    (page) =>
      page.kind === "Hub" &&
      page.args.subdomain !== hub &&
      state.some((each) => urnsOf(name, page).includes(each.urn) && each.id === String(id)),
  );
  return isRenamed ? undefined : id;
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
  if (declared?.kind !== "Service") return false;
  return hubIdOf(scene, stack, { declared }) === hub;
}
