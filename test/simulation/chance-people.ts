import type { Values } from "../laws/grpc.ts";
import { type Chooser, type Dice, hubNamed, hubOf, hubsOf, placeOn, stackOf, type Theme } from "./dice.ts";
import { kindOf } from "./kinds.ts";
import { isLive } from "./owners.ts";
import { replaceReferences } from "./program.ts";
import type { Scene } from "./scene.ts";
import type { Row } from "./server.ts";
import { choose } from "./values.ts";

/*
 * What people may do in the control panel, and visitors on the page.
 */

export const createByHand: Chooser = (scene, dice, theme) => {
  const hub = hubOf(scene, dice);
  const kind = dice.one(theme.kinds) ?? "Service";
  if (hub === undefined) return undefined;
  return {
    do: "create in the panel",
    hub: String(hub.subdomain),
    kind,
    values: choose(kindOf(kind), dice.rest(), placeOn(scene, hub)),
  };
};

/** Somebody else makes a record with the values of a resource, but perhaps for one of them. */
export const copyByHand: Chooser = (scene, dice) => {
  const { program } = stackOf(scene, dice);
  const declared = dice.one(program.filter(({ kind }) => kind !== "Hub"));
  const hub = declared && hubNamed(scene, program, declared.args.hub);
  if (declared === undefined || hub === undefined) return undefined;
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
  return { do: "create in the panel", hub: String(hub.subdomain), kind: declared.kind, values };
};

function recordFrom(scene: Scene, [dice, theme]: [Dice, Theme], isWanted: (row: Row) => boolean) {
  const kind = dice.one(theme.kinds) ?? "Service";
  const rows = [...scene.rows].filter(([key, row]) => key.startsWith(`${kindOf(kind).table}/`) && isWanted(row));
  const [, row] = dice.one(rows.toReversed()) ?? [];
  return row && { kind, row };
}

export const changeByHand: Chooser = (scene, dice, theme) => {
  const found = recordFrom(scene, [dice, theme], isLive);
  if (found === undefined) return undefined;
  const { kind, row } = found;
  const name = dice.one(Object.keys(kindOf(kind).properties)) ?? "";
  const place = placeOn(scene, scene.rows.get(`hubs/${row.hub_id}`));
  const values = choose(kindOf(kind), dice.rest(), place, { method: row.method_name });
  if (values[name] === undefined || name === "method" || name === "repeat" || name === "notifications")
    return undefined;
  return { do: "change in the panel", kind, id: row.id, values: { [name]: values[name] } };
};

export const deleteByHand: Chooser = (scene, dice, theme) => {
  const found = recordFrom(scene, [dice, theme], isLive);
  return (
    found && {
      do: dice.one(["delete in the panel", "delete in the panel", "remove for good"] as const) ?? "delete in the panel",
      kind: found.kind,
      id: found.row.id,
    }
  );
};

export const restoreByHand: Chooser = ({ rows }, dice) => {
  const deleted = [...rows].filter(([key, row]) => key.startsWith("subscriptions/") && !isLive(row));
  const [, row] = dice.one(deleted) ?? [];
  return row && { do: "restore in the panel", kind: "Subscription", id: row.id };
};

export const unsubscribe: Chooser = ({ rows }, dice) => {
  const [, row] = dice.one([...rows].filter(([key, each]) => key.startsWith("subscriptions/") && isLive(each))) ?? [];
  return row && { do: "unsubscribe", id: row.id };
};

export const setDomain: Chooser = (scene, dice) => {
  const hub = hubOf(scene, dice);
  const custom_domain = hub?.custom_domain === null ? "status.example.com" : null;
  return hub && { do: "change in the panel", kind: "Hub", id: hub.id, values: { custom_domain } };
};

export const renameHub: Chooser = (scene, dice) => {
  const hub = dice.one(hubsOf(scene));
  const subdomain = dice.one(["acme-old", "acme", "acme-2", "globex"]) ?? "acme-old";
  return hub && { do: "rename hub", id: hub.id, subdomain };
};
