import { kindOf } from "./kinds.ts";
import { isLive, keyOfEntry, type Stack } from "./owners.ts";
import { type Declared, isReference, namesIn, urnOf, urnsOf } from "./program.ts";
import type { Scene } from "./scene.ts";
import type { Row } from "./server.ts";
import type { Kept } from "./state.ts";
import { expectedIn, isAsDeclared } from "./values.ts";

/** What a person has to do about a resource that cannot be as declared. */
export type Cure = "drop it" | { readonly declare: Declared } | { readonly remove: string };

interface Placed {
  readonly declared: Declared;
  /** Its entry in the state, where the record is still there. */
  readonly kept: Kept | undefined;
}

/** What is in the way of a resource, as far as no program can do anything about it; nothing if it can be as declared. */
export function cureOf(scene: Scene, stack: Stack, declared: Declared): Cure | undefined {
  const kept = stack.state.find((each) => urnsOf(stack.name, declared).includes(each.urn) && isThere(scene, each));
  const placed: Placed = { declared, kept };
  if (declared.kind === "Hub") return cureOfHub(scene, stack, placed);
  const hub = hubIdOf(scene, stack, placed);
  if (hub === undefined || !isSound(scene, stack, { declared, hub })) return "drop it";
  return cureOfAdoption(scene, stack, { ...placed, hub }) ?? cureOfTwins(scene, stack, { ...placed, hub });
}

/** Whether what it refers to by ID is on its hub. */
function isSound(
  scene: Scene,
  stack: Stack,
  { declared: { kind, args }, hub }: { declared: Declared; hub: number },
): boolean {
  const group = scene.server.emulation.store.table("groups").find(Number(args.groupId));
  if (kind === "Service" && group?.hub_id !== hub) return false;
  return servicesIn(args).every((service) => isServiceOn(scene, stack, { service, hub }));
}

type OnHub = Placed & { readonly hub: number };

/** An adoption of what is not there, what another resource has, or what is only similar. */
function cureOfAdoption(scene: Scene, stack: Stack, { declared, kept, hub }: OnHub): Cure | undefined {
  const { adopt, ...args } = declared.args;
  if (adopt === undefined) return undefined;
  const { table, unique = [] } = kindOf(declared.kind);
  if (adopt === true) {
    const isIdentified = unique.every((name) => typeof args[name] === "string" && args[name] !== "");
    return isIdentified && !hasNear(scene, stack, declared, hub) ? undefined : { declare: { ...declared, args } };
  }
  const key = `${table}/${adopt}`;
  const row = scene.rows.get(key);
  const isTwice = stack.program.some(
    (each) => each !== declared && each.kind === declared.kind && each.args.adopt === adopt,
  );
  const isAdoptable = isLive(row) && row.hub_id === hub;
  const isKept = kept !== undefined && Number(kept.outputs.hubId) === hub;
  return isOwned(scene, key, kept) || isTwice || !(isAdoptable || isKept) ? "drop it" : undefined;
}

/** Another record, or resource, with the value that only one may have. */
function cureOfTwins(scene: Scene, stack: Stack, { declared, kept, hub }: OnHub): Cure | undefined {
  const { args, kind } = declared;
  const { table, unique = [], properties } = kindOf(kind);
  if (unique.length === 0 || !unique.every((name) => typeof args[name] === "string")) return undefined;
  const wanted = [args, ...(kept === undefined ? [] : [kept.inputs])];
  const own = [kept && keyOfEntry(kept), `${table}/${args.adopt}`];
  // What is restored comes back as it was, before it gets its new values.
  const isTwin = (row: Row) =>
    wanted.some((values) =>
      unique.every((name) => unified(row[properties[name]?.field ?? ""]) === unified(values[name])),
    );
  // A deleted one that is only similar may be in the way, and nobody but a person can bring it back.
  const isSimilar = (row: Row) => row.deleted === true && row.address !== args.address && isTwin(row);
  const isTaken = kind === "Subscription" && kept === undefined && scene.owners.mayRestore();
  if (isTaken && [...scene.rows.values()].some((row) => row.hub_id === hub && isSimilar(row))) return "drop it";
  for (const [key, row] of scene.rows) {
    if (!key.startsWith(`${table}/`) || own.includes(key) || row.hub_id !== hub || !isLive(row) || !isTwin(row))
      continue;
    if (isOwned(scene, key, kept)) return "drop it";
    if (args.adopt !== true || kept !== undefined) return { remove: key };
  }
  const others = stack.program.filter((each) => each !== declared && each.kind === kind);
  return others.some((each) => unique.every((name) => unified(each.args[name]) === unified(args[name])))
    ? "drop it"
    : undefined;
}

/** Whether somebody else has a record with all the declared values. */
export function hasEqual(scene: Scene, stack: Stack, declared: Declared): boolean {
  const { table, properties } = kindOf(declared.kind);
  const own = stack.state.find((each) => each.urn === urnOf(stack.name, declared));
  return [...scene.rows].some(([key, row]) => {
    if (!key.startsWith(`${table}/`) || !isLive(row) || (own && keyOfEntry(own) === key)) return false;
    return Object.entries(properties).every(
      ([name, property]) =>
        declared.args[name] === undefined ||
        scene.hides(name) ||
        // A create sends these in a second request, before which it may have been killed.
        ["repeat", "notifications"].includes(name) ||
        namesIn(declared.args[name]).length > 0 ||
        isAsDeclared(name, row[property.field] ?? "", expectedIn(property, declared.args[name]) ?? ""),
    );
  });
}

/** The record is there, or was deleted in a way that can be undone: else it is created again. */
function isThere(scene: Scene, kept: Kept): boolean {
  const row = scene.rows.get(keyOfEntry(kept));
  return kept.pending === undefined && row !== undefined && (isLive(row) || kept.kind === "Subscription");
}

/** Whether `adopt: true` means a record that is not there, while a similar one is. */
function hasNear(scene: Scene, { program }: Stack, { name, kind, args }: Declared, hub: number): boolean {
  const { table, unique = [], properties } = kindOf(kind);
  const rows = [...scene.rows].filter(([key, row]) => key.startsWith(`${table}/`) && isLive(row) && row.hub_id === hub);
  const found = [
    ...rows.map(([, row]) => unique.map((name) => row[properties[name]?.field ?? ""])),
    ...program
      .filter((each) => each.kind === kind && each.name !== name)
      .map((each) => unique.map((name) => each.args[name])),
  ];
  const wanted = unique.map((each) => args[each]);
  const skeleton = (values: readonly unknown[]) => values.join("/").replaceAll(/\s/g, "").toLowerCase();
  const near = found.filter((values) => skeleton(values) === skeleton(wanted));
  return near.length > 0 && near.every((values) => values.join("/") !== wanted.join("/"));
}

// Inferred: e-mail addresses compare without case.
const unified = (value: unknown) => (String(value).includes("@") ? String(value).toLowerCase() : value);

/** Whether the record belongs to a resource other than this one. */
const isOwned = (scene: Scene, key: string, own: Kept | undefined) =>
  scene.stacks.some(({ state }) => state.some((kept) => kept !== own && keyOfEntry(kept) === key));

function cureOfHub(scene: Scene, { program }: Stack, { declared, kept }: Placed): Cure | undefined {
  const holder = scene.server.hubNamed(String(declared.args.subdomain));
  const own = kept && scene.rows.get(keyOfEntry(kept));
  const isOther = program.some(
    (each) => each !== declared && each.kind === "Hub" && each.args.subdomain === declared.args.subdomain,
  );
  if (isOther || (own === undefined && holder === undefined)) return "drop it";
  if (own === undefined || holder === undefined || holder.id === own.id) return undefined;
  return { declare: { ...declared, args: { ...declared.args, subdomain: own.subdomain } } };
}

/** The hub that a resource belongs to: by the resource that it names, by its state, or by the name. */
function hubIdOf(scene: Scene, { name, program, state }: Stack, { declared, kept }: Placed): number | undefined {
  const { hub } = declared.args;
  if (isReference(hub)) {
    const page = program.find((each) => each.name === hub.ref);
    const known = page && state.find((each) => each.urn === urnOf(name, page));
    return known ? Number(known.id) : scene.server.hubNamed(String(page?.args.subdomain))?.id;
  }
  // A subscription with another method is another record: it goes to the hub that has the name now.
  const isSame = kept !== undefined && kept.inputs.hub === hub && kept.inputs.method === declared.args.method;
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
  if (declared?.kind !== "Service") return false;
  const kept = stack.state.find((each) => each.urn === urnOf(stack.name, declared));
  return hubIdOf(scene, stack, { declared, kept }) === hub;
}
