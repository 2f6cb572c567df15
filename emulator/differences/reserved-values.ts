import { conflict } from "../http-error.ts";
import { addressKey } from "../tables/subscription.ts";
import type { Exchange } from "./difference.ts";

/* A service that keeps the unique values of deleted records. Those of live records are kept by the rules of the emulator. */

/** Rejects a service with the `custom_id` of a deleted one. */
export function rejectReservedId(exchange: Exchange): Exchange {
  const { custom_id: sent } = exchange.body ?? {};
  if (sent === null || sent === undefined) return exchange;
  const services = exchange.store.table("services").by("hub", hubIdOf(exchange));
  const holder = services.find(({ deleted, custom_id }) => deleted && custom_id === sent);
  if (holder) throw conflict("custom_id", `is taken by the deleted service ${holder.id}`);
  return exchange;
}

/** Rejects a subscription with the address of a deleted one. */
export function rejectReservedAddress(exchange: Exchange): Exchange {
  const { address, method_name } = exchange.body ?? {};
  if (typeof address !== "string" || typeof method_name !== "string") return exchange;
  const key = addressKey({ address, method_name });
  const subscriptions = exchange.store.table("subscriptions").by("hub", hubIdOf(exchange));
  const holders = subscriptions.filter((row) => row.method_name === method_name && addressKey(row) === key);
  const [first] = holders;
  const hasOnlyDeleted = holders.every(({ deleted }) => deleted);
  if (first && hasOnlyDeleted) throw conflict("address", `belongs to the deleted subscription ${first.id}`);
  return exchange;
}

/** Returns the ID of the hub in the path; 0, which no hub has, if there is no such hub. */
const hubIdOf = ({ store, params }: Exchange): number =>
  store.table("hubs").findBy("subdomain", params.subdomain ?? "")?.id ?? 0;
