import type { Live } from "../../model/api/form.ts";
import type { LiveResource } from "./resource.ts";

const mask = "[secret]";

/** Groups the records by hub and kind, as the API returns them but with secrets masked. */
export function plainRecords(resources: readonly LiveResource[]): object {
  const hubs = Map.groupBy(resources, ({ hub }) => hub.subdomain);
  return Object.fromEntries(
    [...hubs].map(([subdomain, own]) => {
      const kinds = Map.groupBy(own, ({ kind }) => kind);
      return [subdomain, Object.fromEntries([...kinds].map(([kind, some]) => [kind, some.map(masked)]))];
    }),
  );
}

function masked({ definition, record }: LiveResource): Live {
  const keys = Object.values(definition.properties).flatMap(({ secret, wire }) => (secret ? [wire] : []));
  // An output has no key in the response, so it is recognized by its value, unless that is empty.
  const outputs = Object.values(definition.outputs).filter(({ secret }) => secret);
  const values = outputs.map(({ read }) => read(record)).filter(Boolean);
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, keys.includes(key) || values.includes(value) ? mask : value]),
  );
}
