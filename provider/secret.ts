import { isPartial, PartialError } from "./lifecycle/operation-error.ts";
import { serverFormsKey } from "./lifecycle/state.ts";
import { Secret } from "./marks.ts";
import type { Definition, Values } from "./resources/define.ts";

/** Encrypts what is secret of a kind in the state, whether or not the program says so. */
export function withSecrets(definition: Definition, values: Values): Values {
  const properties = { ...definition.properties, ...definition.outputs };
  const holdsSecrets = Object.values(properties).some(({ secret }) => secret);
  // Fingerprints of secrets are no secrets, but whoever could guess one could confirm it.
  const isSecret = (name: string) => properties[name]?.secret === true || (name === serverFormsKey && holdsSecrets);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) && value !== null ? new Secret(value) : value]),
  );
}

/** Runs a write. What Pulumi keeps of a record that was written in part is encrypted as well. */
export async function securingPartial<Result>(definition: Definition, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isPartial(error)) throw error;
    const { message, recordId, outputs, cause } = error;
    throw new PartialError(message, { recordId, outputs: withSecrets(definition, outputs), cause });
  }
}
