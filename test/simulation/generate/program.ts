import type { Values } from "../../engine-model/grpc.ts";
import { providerNameOf, replaceReferences, urnsOf } from "../../engine-model/program.ts";
import { chooseValues, keyOfEntry, kindOf } from "../kinds.ts";
import { adoptable, defined, type Generator, hubNamed, hubOf, hubsOf, placeOn, stackOf } from "./choices.ts";

/*
 * Random changes of a program.
 */

export const declare: Generator = (scene, choices, theme) => {
  const { name: stack, program } = stackOf(scene, choices);
  const name = choices.pick(["a", "b", "c", "d"]);
  const kind = choices.pick(theme.kinds);
  const provider = choices.pick(theme.providers);
  const page = choices.oneIn(2) ? program.find((each) => each.kind === "Hub") : undefined;
  const hub = page ? hubNamed(scene, program, { ref: page.name }) : hubOf(scene, choices);
  const others = program.filter((each) => each.name !== name);
  const adopt = choices.oneIn(6) && kindOf(kind).unique !== undefined && { adopt: true };
  const values = chooseValues(kindOf(kind), choices.remaining(), placeOn(scene, hub, others));
  if (hub === undefined) return undefined;
  const args = { hub: page ? { ref: page.name } : hub.subdomain, ...values, ...adopt };
  return { do: "declare", stack, name, kind, provider, args };
};

export const declareHub: Generator = (_, choices, theme) => ({
  do: "declare",
  stack: "shop",
  name: "page",
  kind: "Hub",
  provider: choices.pick(theme.providers),
  args: chooseValues(kindOf("Hub"), choices.remaining(), { groups: [], services: [] }),
});

export const edit: Generator = (scene, choices) => {
  const { name: stack, program } = stackOf(scene, choices);
  const declared = choices.pick(program);
  if (declared === undefined) return undefined;
  const kind = kindOf(declared.kind);
  const others = program.filter((each) => each !== declared);
  const place = placeOn(scene, hubNamed(scene, program, declared.args.hub), others);
  const fresh = chooseValues(kind, choices.remaining().slice(1), place, { method: declared.args.method });
  const name = choices.pick(Object.keys(kind.properties)) ?? "";
  const { [name]: _, ...rest } = declared.args;
  // A hub that nobody has now has no services to choose from.
  const isMissing = fresh[name] === undefined && kind.properties[name]?.isRequired === true;
  if (name === "method" || isMissing) return undefined;
  const args = fresh[name] === undefined ? rest : { ...rest, [name]: fresh[name] };
  return { do: "declare", stack, ...declared, args };
};

/** Declares a second resource with the same values, for kinds without an identity. */
export const duplicate =
  (name: string): Generator =>
  (scene, choices) => {
    const { name: stack, program } = stackOf(scene, choices);
    const declared = choices.pick(program.filter(({ kind }) => kindOf(kind).unique === undefined));
    return declared && { do: "declare", stack, ...declared, name, aliases: [] };
  };

/** Declares a second service whose name differs only in case, and neither has an ID of its own. */
export const similar: Generator = (scene, choices) => {
  const { name: stack, program } = stackOf(scene, choices);
  const declared = program.findLast(({ kind, args }) => kind === "Service" && args.customId === undefined);
  if (declared === undefined) return undefined;
  const args = { ...declared.args, name: String(declared.args.name).toUpperCase() };
  return { do: "declare", stack, ...declared, name: "h", aliases: [], args };
};

/** Declares something that refers to the last service of the program. */
export const linked: Generator = (scene, choices, theme) => {
  const action = declare(scene, choices, theme);
  if (action?.do !== "declare") return undefined;
  const service = scene.stack(action.stack).program.findLast(({ kind }) => kind === "Service");
  if (service === undefined) return undefined;
  const { hub } = service.args;
  return { ...action, name: "l", args: { ...action.args, hub, services: [{ ref: service.name }] } };
};

/** Adopts an existing record, which another resource of the program may have. */
export const adopt: Generator = (scene, choices, theme) => {
  const { name: stack, program } = stackOf(scene, choices);
  const kind = choices.pick(theme.kinds);
  const [, row] = choices.pick(adoptable(scene, stack, kindOf(kind).table)) ?? [];
  if (row === undefined) return undefined;
  const hub = scene.rows.get(`hubs/${row.hub_id}`);
  const name = choices.pick(["e", "a", "b"]);
  const provider = choices.pick(theme.providers);
  const others = program.filter((each) => each.name !== name);
  const values = chooseValues(kindOf(kind), choices.remaining(), placeOn(scene, hub, others));
  const own = kind === "Subscription" && { method: row.method_name, address: row.address, label: undefined };
  const args = defined({ hub: hub?.subdomain, ...values, ...own, adopt: String(row.id) });
  return { do: "declare", stack, name, kind, provider, args };
};

/** Declares a record that any stack may have in the other stack, as the stack of a review does with a record of production. */
export const review: Generator = (scene, choices, theme) => {
  const kind = choices.pick(theme.kinds);
  const [key, row] = scene.liveIn(kindOf(kind).table).at(-1) ?? [];
  if (key === undefined || row === undefined) return undefined;
  const hub = scene.rows.get(`hubs/${row.hub_id}`);
  const stacks = scene.stacks.map(({ state, program }) => ({ state, program }));
  const [declared] = stacks.flatMap(({ state, program }) => {
    const entry = state.find((each) => keyOfEntry(each) === key);
    return program.filter(({ name }) => name === entry?.name);
  });
  const own = kind === "Subscription" && { method: row.method_name, address: row.address, label: undefined };
  const place = placeOn(scene, hub);
  const copied = declared && (replaceReferences(declared.args, () => place.services[0]) as Values);
  const values = copied ?? chooseValues(kindOf(kind), choices.remaining(), place, own || {});
  const args = defined({ ...values, ...own, hub: hub?.subdomain, adopt: String(row.id) });
  return { do: "declare", stack: "team", name: "r", kind, provider: choices.pick(theme.providers), args };
};

/** Removes `adopt` from a resource. */
export const dropAdopt: Generator = (scene, choices) => {
  const { name: stack, program } = stackOf(scene, choices);
  const declared = program.findLast(({ args }) => args.adopt !== undefined);
  if (declared === undefined) return undefined;
  const { adopt: _, ...args } = declared.args;
  return { do: "declare", stack, ...declared, args };
};

/** Changes a resource's name, provider or both: with an alias, by adoption, or without either. */
export const rename: Generator = (scene, choices, theme) => {
  const { name: stack, program, state } = stackOf(scene, choices);
  const declared = choices.pick(program.filter(({ kind }) => kind !== "Hub"));
  if (declared === undefined) return undefined;
  const to = choices.pick(["f", "g", declared.name]);
  const provider = to === declared.name || choices.oneIn(3) ? choices.pick(theme.providers) : providerNameOf(declared);
  const by = choices.pick(["alias", "id", "true", "nothing"]);
  const entry = state.find((each) => urnsOf(stack, declared).includes(each.urn));
  if (to === declared.name && provider === providerNameOf(declared)) return undefined;
  const { adopt: _, ...rest } = declared.args;
  const isUnique = kindOf(declared.kind).unique !== undefined;
  const id = by === "id" && entry && { adopt: keyOfEntry(entry).split("/")[1] };
  const args = { ...rest, ...(by === "true" && isUnique && { adopt: true }), ...id };
  const before = { name: declared.name, provider: providerNameOf(declared) };
  const aliases = by === "alias" && { aliases: [before, ...(declared.aliases ?? [])] };
  return { do: "declare", stack, insteadOf: declared.name, name: to, kind: declared.kind, provider, args, ...aliases };
};

export const moveHub: Generator = (scene, choices) => {
  const { name: stack, program } = stackOf(scene, choices);
  const declared = choices.pick(program.filter(({ kind }) => kind !== "Hub"));
  const hub = choices.pick(hubsOf(scene));
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

export const drop: Generator = (scene, choices) => {
  const { name: stack, program } = stackOf(scene, choices);
  const name = choices.pick(program)?.name;
  return name === undefined ? undefined : { do: "drop", stack, name };
};
