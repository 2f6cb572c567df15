import { createHash } from "node:crypto";
import { serviceShapes } from "../../model/kinds/service.ts";
import { conflict, HttpError, invalid } from "../http-error.ts";
import { within } from "../state/field.ts";
import type { Rules } from "./rules.ts";

export const area = "services";

export const preset = {
  body: serviceShapes.create,
  description: "Bodies of POST services. IDs count up from 1 for each kind, across all hubs.",
};

/** Inferred: archived services stay in the list. */
export const rules: Rules<"Service", "services"> = {
  /**
   * Documented: valid only in the scope of a Primary or standalone Hub. Inferred: reads are rejected too, but not with
   * 404, so that no record looks missing.
   */
  admit: ({ type, subdomain }) => {
    if (type === "connected")
      throw new HttpError(422, `subdomain ${subdomain} is a connected hub, whose services belong to its primary hub`);
  },
  check: ({ store, hub, body: { group_id, custom_id }, follow }, service) => {
    if (group_id !== undefined && store.table("groups").find(group_id)?.hub_id !== hub.id)
      throw invalid("group_id", `${group_id} is not a group of hub ${hub.subdomain}`);
    if (custom_id === null || custom_id === undefined) return;
    const holder = store.table("services").findBy("customId", within(hub.id, custom_id));
    if (holder && holder.id !== service?.id)
      throw conflict("custom_id", `"${custom_id}" is taken by service ${holder.id}`);
    const isFreed = store
      .table("services")
      .by("hub", hub.id)
      .some((other) => other.deleted && other.custom_id === custom_id && other.id !== service?.id);
    if (isFreed) follow("freed-values");
  },
  defaults: ({ store }) => ({ token: tokenOf(store.table("services").lastId + 1), archived: false }),
};

/** Unique to the service, and the same in every emulator with the same records. */
const tokenOf = (id: number) => createHash("sha256").update(`token of service ${id}`).digest("hex").slice(0, 32);
