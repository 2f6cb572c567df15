import type { Values } from "../../engine-model/grpc.ts";
import { replaceReferences } from "../../engine-model/program.ts";
import { chooseValues, keyOfEntry, kindOf } from "../kinds.ts";
import { isLive } from "../owners.ts";
import type { Scene } from "../scene.ts";
import { type Choices, type Generator, hubNamed, hubOf, hubsOf, placeOn, stackOf, type Theme } from "./choices.ts";

/*
 * Random changes in the control panel and by visitors.
 */

export const createInPanel: Generator = (scene, choices, theme) => {
  const hub = hubOf(scene, choices);
  const kind = choices.pick(theme.kinds);
  if (hub === undefined) return undefined;
  return {
    do: "create in the panel",
    hub: String(hub.subdomain),
    kind,
    values: chooseValues(kindOf(kind), choices.remaining(), placeOn(scene, hub)),
  };
};

/** Creates a record with the values of a resource, perhaps except one. */
export const copyInPanel =
  (mayDiffer: boolean): Generator =>
  (scene, choices) => {
    const isChanged = mayDiffer && choices.oneIn(2);
    const { program } = stackOf(scene, choices);
    const declared = choices.pick(program.filter(({ kind }) => kind !== "Hub"));
    const hub = declared && hubNamed(scene, program, declared.args.hub);
    if (declared === undefined || hub === undefined) return undefined;
    const place = placeOn(scene, hub);
    const kind = kindOf(declared.kind);
    const other = isChanged ? choices.pick(Object.keys(kind.properties)) : undefined;
    const fresh = chooseValues(kind, choices.remaining(), place, { method: declared.args.method });
    const { hub: _, adopt, ...args } = declared.args;
    const copied = replaceReferences(args, () => place.services[0]) as Values;
    const values =
      other === undefined || fresh[other] === undefined || other === "method"
        ? copied
        : { ...copied, [other]: fresh[other] };
    return { do: "create in the panel", hub: String(hub.subdomain), kind: declared.kind, values };
  };

/** Creates a service that visitors see like one of a program, with another ID of its own or none, perhaps archived. */
export const sameNameInPanel: Generator = (scene, choices) => {
  const { program } = stackOf(scene, choices);
  const declared = program.findLast(({ kind }) => kind === "Service");
  const hub = declared && hubNamed(scene, program, declared.args.hub);
  if (declared === undefined || hub === undefined) return undefined;
  const { groupId, name, publicName } = declared.args;
  const shown = String(publicName || name);
  const names = choices.pick([{ name: shown }, { name: "internal", publicName: shown.toUpperCase() }]);
  const customId = choices.pick([undefined, "by-hand"]);
  const values = { groupId, ...names, ...(customId && { customId }) };
  return { do: "create in the panel", hub: String(hub.subdomain), kind: "Service", values };
};

export const archive: Generator = (scene) => {
  const [, row] = scene.liveIn("services").at(-1) ?? [];
  return row && { do: "archive", id: row.id };
};

function recordFrom(scene: Scene, choices: Choices, theme: Theme) {
  const kind = choices.pick(theme.kinds);
  const [, row] = choices.pick(scene.liveIn(kindOf(kind).table).toReversed()) ?? [];
  return row && { kind, row };
}

export const changeInPanel: Generator = (scene, choices, theme) => {
  const found = recordFrom(scene, choices, theme);
  if (found === undefined) return undefined;
  const { kind, row } = found;
  const name = choices.pick(Object.keys(kindOf(kind).properties)) ?? "";
  const place = placeOn(scene, scene.rows.get(`hubs/${row.hub_id}`));
  const values = chooseValues(kindOf(kind), choices.remaining(), place, { method: row.method_name });
  if (values[name] === undefined || name === "method" || name === "repeat" || name === "notifications")
    return undefined;
  return { do: "change in the panel", kind, id: row.id, values: { [name]: values[name] } };
};

export const deleteInPanel: Generator = (scene, choices, theme) => {
  const found = recordFrom(scene, choices, theme);
  if (found === undefined) return undefined;
  const act = choices.pick(["delete in the panel", "delete in the panel", "remove for good"]);
  return { do: act, kind: found.kind, id: found.row.id };
};

/** Somebody deletes the services that a program has; the recipients of the subscriptions unsubscribe then. */
export const deleteWithService: Generator = (scene, choices) => {
  const { state } = stackOf(scene, choices);
  const [id] = state.filter(({ kind }) => kind === "Service").map((entry) => Number(keyOfEntry(entry).split("/")[1]));
  return id === undefined ? undefined : { do: "delete with subscriptions", id };
};

export const restoreInPanel: Generator = ({ rows }, choices) => {
  const deleted = [...rows].filter(([key, row]) => key.startsWith("subscriptions/") && !isLive(row));
  const [, row] = choices.pick(deleted) ?? [];
  return row && { do: "restore in the panel", kind: "Subscription", id: row.id };
};

export const unsubscribe: Generator = (scene, choices) => {
  const [, row] = choices.pick(scene.liveIn("subscriptions")) ?? [];
  return row && { do: "unsubscribe", id: row.id };
};

export const setDomain: Generator = (scene, choices) => {
  const hub = hubOf(scene, choices);
  const custom_domain = hub?.custom_domain === null ? "status.example.com" : null;
  return hub && { do: "change in the panel", kind: "Hub", id: hub.id, values: { custom_domain } };
};

export const renameHub: Generator = (scene, choices) => {
  const hub = choices.pick(hubsOf(scene));
  const subdomain = choices.pick(["acme-old", "acme", "acme-2", "globex"]);
  return hub && { do: "rename hub", id: hub.id, subdomain };
};
