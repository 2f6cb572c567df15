import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Method } from "../../api/operation.ts";
import type { serviceShapes } from "../../kinds/service.ts";
import type { Handlers, Place } from "../call.ts";
import { conflict, invalid, Refusal } from "../http/refusal.ts";
import { within } from "../state/indices.ts";
import type { HubRow, ServiceRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { chosen, toPage } from "./paging.ts";

type ServiceOperation = "createService" | "listServices" | "getService" | "updateService" | "deleteService";

export const serviceHandlers: Handlers<ServiceOperation> = {
  createService: ({ store, hub, body, now }) => {
    checkGroup(store, hub, body.group_id);
    checkCustomId(store, hub, body.custom_id);
    const services = store.table("services");
    const service = services.insert({
      hub_id: hub.id,
      name: body.name,
      public_name: body.public_name ?? null,
      description: body.description ?? null,
      group_id: body.group_id,
      custom_id: body.custom_id ?? null,
      token: tokenOf(services.lastId + 1),
      archived: false,
      deleted: false,
      created_at: now,
      updated_at: now,
    });
    return answer(service);
  },
  listServices: ({ store, hub, query }) =>
    // Inferred: archived ones stay in the list.
    toPage(
      chosen(store.table("services").by("hub", hub.id), query.deleted ?? "false", ({ deleted }) => deleted),
      query,
      answer,
    ),
  getService: (call) => answer(call.record("services")),
  updateService: (call) => {
    const service = call.record("services");
    // Inferred: a deleted record cannot be changed.
    if (service.deleted) throw invalid("service_id", `${service.id} is deleted and cannot be changed`);
    if (call.body.group_id !== undefined) checkGroup(call.store, call.hub, call.body.group_id);
    checkCustomId(call.store, call.hub, call.body.custom_id, service);
    return answer(call.change("services", service, call.body));
  },
  deleteService: (call) => answer(call.change("services", call.record("services"), { deleted: true })),
};

export const findService = (store: Store, { id, hub }: Place): ServiceRow | undefined => {
  const service = store.table("services").find(id);
  return service?.hub_id === hub.id ? service : undefined;
};

/**
 * Documented: valid only in the scope of a Primary or standalone Hub.
 * Inferred: reads are refused too, and not with 404, so that no record looks missing.
 */
export function admitServices(hub: HubRow, _method: Method): void {
  if (hub.type === "connected")
    throw new Refusal(422, `subdomain ${hub.subdomain} is a connected hub, whose services belong to its primary hub`);
}

const answer = (row: ServiceRow): z.input<typeof serviceShapes.record> => ({
  id: row.id,
  name: row.name,
  public_name: row.public_name,
  description: row.description,
  group_id: row.group_id,
  custom_id: row.custom_id,
  token: row.token,
  created_at: row.created_at,
  updated_at: row.updated_at,
  flags: { archived: row.archived, deleted: row.deleted },
});

function checkGroup(store: Store, hub: HubRow, id: number): void {
  if (store.table("groups").find(id)?.hub_id !== hub.id)
    throw invalid("group_id", `${id} is not a group of hub ${hub.subdomain}`);
}

function checkCustomId(store: Store, hub: HubRow, customId: string | null | undefined, own?: ServiceRow): void {
  if (customId === null || customId === undefined) return;
  const holder = store.table("services").findBy("customId", within(hub.id, customId));
  if (holder && holder.id !== own?.id) throw conflict("custom_id", `"${customId}" is taken by service ${holder.id}`);
}

/** Unique to the service, and the same in every emulator with the same records. */
const tokenOf = (id: number) => createHash("sha256").update(`token of service ${id}`).digest("hex").slice(0, 32);
