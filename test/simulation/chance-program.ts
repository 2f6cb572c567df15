import { type Chooser, defined, hubNamed, hubOf, hubsOf, placeOn, stackOf } from "./dice.ts";
import { kindOf } from "./kinds.ts";
import { isLive, keyOfEntry } from "./owners.ts";
import { providerNameOf, urnsOf } from "./program.ts";
import type { Row } from "./server.ts";
import { choose } from "./values.ts";

/*
 * What may become of a program.
 */

export const declare: Chooser = (scene, dice, theme) => {
  const { name: stack, program } = stackOf(scene, dice);
  const name = dice.one(["a", "b", "c", "d"]) ?? "a";
  const kind = dice.one(theme.kinds) ?? "Service";
  const provider = dice.one(theme.providers) ?? "dynamic";
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
    provider,
    args: { hub: page ? { ref: page.name } : hub.subdomain, ...args, ...(adopt && { adopt }) },
  };
};

export const declareHub: Chooser = (_, dice, theme) => ({
  do: "declare",
  stack: "shop",
  name: "page",
  kind: "Hub",
  provider: dice.one(theme.providers) ?? "dynamic",
  args: choose(kindOf("Hub"), dice.rest(), { groups: [], services: [] }),
});

/** Another value of one property, or none. */
export const edit: Chooser = (scene, dice) => {
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

/** A second resource with the same values, where nothing has to be unique. */
export const twin: Chooser = (scene, dice) => {
  const { name: stack, program } = stackOf(scene, dice);
  const declared = dice.one(program.filter(({ kind }) => kindOf(kind).unique === undefined));
  return declared && { do: "declare", stack, ...declared, name: "h", aliases: [] };
};

/** The program takes a record that is there: a stranger's, or one that another of its resources has. */
export const adopt: Chooser = (scene, dice, theme) => {
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
  const provider = dice.one(theme.providers) ?? "dynamic";
  const others = program.filter((each) => each.name !== name);
  const args = choose(kindOf(kind), dice.rest(), placeOn(scene, hub, others));
  const method = kind === "Subscription" && { method: row.method_name, address: row.address, label: undefined };
  return {
    do: "declare",
    stack,
    name,
    kind,
    provider,
    args: defined({ hub: hub?.subdomain, ...args, ...method, adopt: String(row.id) }),
  };
};

/** A later occurrence of a series, which nobody adopts for itself. */
const isOccurrence = ({ id, series_id }: Row) => typeof series_id === "number" && series_id !== id;

/** Another name, another provider, or both: in the right way, by adoption, or without a word. */
export const rename: Chooser = (scene, dice, theme) => {
  const { name: stack, program, state } = stackOf(scene, dice);
  const declared = dice.one(program.filter(({ kind }) => kind !== "Hub"));
  if (declared === undefined) return undefined;
  const to = dice.one(["f", "g", declared.name]) ?? "f";
  const provider =
    to === declared.name || dice.oneIn(3) ? (dice.one(theme.providers) ?? "native") : providerNameOf(declared);
  const by = dice.one(["alias", "id", "true", "nothing"]);
  const kept = state.find((each) => urnsOf(stack, declared).includes(each.urn));
  if (to === declared.name && provider === providerNameOf(declared)) return undefined;
  const { adopt: _, ...args } = declared.args;
  const id = by === "id" && kept ? keyOfEntry(kept).split("/")[1] : undefined;
  const taken = {
    ...args,
    ...(by === "true" && kindOf(declared.kind).unique !== undefined && { adopt: true }),
    ...(id !== undefined && { adopt: id }),
  };
  const aliases = [{ name: declared.name, provider: providerNameOf(declared) }, ...(declared.aliases ?? [])];
  const renamed = {
    name: to,
    kind: declared.kind,
    provider,
    args: by === "alias" ? args : taken,
    ...(by === "alias" && { aliases }),
  };
  return { do: "declare", stack, insteadOf: declared.name, ...renamed };
};

export const moveHub: Chooser = (scene, dice) => {
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

export const drop: Chooser = (scene, dice) => {
  const { name: stack, program } = stackOf(scene, dice);
  const name = dice.one(program)?.name;
  return name === undefined ? undefined : { do: "drop", stack, name };
};
