import type { ApiRecord } from "../../provider/client/request.ts";
import type { LiveResource } from "./resource.ts";

const mask = "[secret]";

/** The records as the API returns them, with their secrets masked, by hub and kind. */
export function plainRecords(resources: readonly LiveResource[]): object {
  const hubs = Map.groupBy(resources, ({ hub }) => hub.subdomain);
  return Object.fromEntries(
    [...hubs].map(([subdomain, own]) => {
      const kinds = Map.groupBy(own, ({ kind }) => kind);
      return [subdomain, Object.fromEntries([...kinds].map(([kind, some]) => [kind, some.map(masked)]))];
    }),
  );
}

function masked({ definition, record }: LiveResource): ApiRecord {
  const keys = Object.values(definition.properties).flatMap(({ secret, wire }) => (secret ? [wire] : []));
  // An output names no key of the response: its value does.
  const values = Object.values(definition.outputs).flatMap(({ secret, read }) => (secret ? [read(record)] : []));
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, keys.includes(key) || values.includes(value) ? mask : value]),
  );
}
