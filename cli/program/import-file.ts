import type { Values } from "../../provider/resources/define.ts";
import { outputsOf } from "./declare.ts";
import type { Resource } from "./resource.ts";

/** A wire format, frozen: see sdk/resource.ts, which must not be imported here. */
const pointer = (kind: string) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;

/**
 * What stands in the file for a secret, in a form that the checks take: the secret itself is in no file. The first refresh
 * replaces it by the live value, which the provider marks as secret.
 */
const placeholders: Readonly<Record<string, unknown>> = { email: "secret@example.invalid", sms: "0" };

const placeholderOf = (property: string, values: Values): unknown =>
  property === "address" ? (placeholders[String(values.method)] ?? "https://example.invalid/secret") : {};

/** The file for `pulumi import --file`: the only way that Pulumi has for dynamic resources. */
export function renderImportFile(resources: readonly Resource[], hubs = declaredHubs(resources)): string {
  return `${JSON.stringify({ resources: resources.map((resource) => importEntry(resource, hubs)) }, null, 2)}\n`;
}

/** Subdomains of the hubs among the resources. */
export const declaredHubs = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(resources.filter(({ kind }) => kind === "Hub").map(({ hub }) => hub.subdomain));

/** @param hubs subdomains of the hubs that the program declares */
export function importEntry(resource: Resource, hubs: ReadonlySet<string>): object {
  const { definition, kind, name, id, hub, record, values, secrets } = resource;
  const own = kind === "Hub" ? {} : { hub: hubs.has(hub.subdomain) ? hub : hub.subdomain };
  const inputs: Values = { ...own, ...values };
  const outputs = outputsOf(definition, record, { hub, inputs });
  for (const { property } of secrets) {
    inputs[property] = placeholderOf(property, values);
    outputs[property] = inputs[property];
  }
  for (const [property, { secret }] of Object.entries(definition.outputs)) if (secret) outputs[property] = null;
  return {
    type: `pulumi-nodejs:dynamic/statushub:${kind}`,
    name,
    id,
    inputs: { ...inputs, __provider: pointer(kind) },
    outputs: { ...outputs, __provider: pointer(kind) },
  };
}
