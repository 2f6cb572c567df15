import { StatusHubError } from "../client/errors.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";

/** A record as an import names it: by the id that the state has, and by what a program would declare to find it. */
export interface Named {
  readonly id: string;
  readonly values: Values;
}

/**
 * Reads the id that a user gives: `acme/1234`, or `1234` where the hub is given beside it; of a hub its id or subdomain.
 *
 * @param given what stands beside the id, in a look-up that a program asks for
 * @throws where it is none of these
 */
export function nameIn(definition: Definition, id: string, given: Values): Named {
  if (isAdopted(definition)) return { id, values: isRecordId(definition, id) ? given : { ...given, subdomain: id } };
  const [, subdomain, recordId = ""] = /^([^/]+)\/([^/]+)$/.exec(id) ?? [];
  if (isRecordId(definition, recordId)) return { id: recordId, values: { ...given, hub: given.hub ?? subdomain } };
  if (given.hub !== undefined) return { id, values: given };
  throw new StatusHubError(
    `${JSON.stringify(id)} does not name a ${definition.kind}. Write the subdomain of the hub and the id in the API, such as "acme/1234".`,
  );
}

/** Whether a text is an id as the API has them for this kind: whole numbers from 1, or texts of its own. */
export function isRecordId({ operations: { recordId } }: Definition, id: string): boolean {
  const isNumber = /^[1-9]\d{0,15}$/.test(id);
  return recordId.safeParse(isNumber ? Number(id) : id).success;
}
