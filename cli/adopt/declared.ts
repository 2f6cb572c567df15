import { definitions } from "../../model/kinds/index.ts";
import type { Naming } from "../program/names.ts";
import type { Resource } from "../program/resource.ts";
import type { SecretKeys } from "../program/secret-keys.ts";
import type { DeclarableRecord } from "./state.ts";

/** A hub that is known by its ID. */
export interface KnownHub {
  readonly subdomain: string;
  /** ID of the primary hub of a connected one. */
  readonly parentId?: string | undefined;
}

export interface DeclareOptions {
  readonly naming: Naming;
  readonly keys: SecretKeys;
  readonly hubs: ReadonlyMap<string, KnownHub>;
}

/** Declares a record as the state has it, so that the program doesn't change it. */
export function declareKnown(record: DeclarableRecord, { naming, keys, hubs }: DeclareOptions): Resource[] {
  const { kind, name, id, inputs, secret, options } = record;
  const { id: hubId = "" } = record.hub;
  const definition = definitions[kind];
  if (definition === undefined) return [];
  const { hub, ...values } = inputs;
  const subdomain = typeof hub === "string" ? hub : (hubs.get(hubId)?.subdomain ?? hubId);
  const primary = hubs.get(hubs.get(hubId)?.parentId ?? hubId);
  const secrets = Object.entries(values).filter(
    ([property, value]) => value !== null && (secret.has(property) || definition.properties[property]?.secret),
  );
  return [
    {
      ...naming(definition, { id }, subdomain),
      definition,
      kind,
      id,
      hub: { id: hubId, subdomain },
      declaredHub: hub,
      servicesOf: primary?.subdomain ?? subdomain,
      values,
      secrets: secrets.map(([property, value]) => ({
        property,
        value,
        key: keys.find({ kind, name, id, property, value }),
      })),
      options: Object.keys(options).length > 0 ? options : undefined,
    },
  ];
}
