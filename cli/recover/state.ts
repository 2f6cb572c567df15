import type { Form, Stored } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import { markKey, secretMark } from "../../model/pulumi/mark-keys.ts";
import { pointerKey } from "../../model/pulumi/pointer.ts";
import { secured } from "../../provider/inspect.ts";
import { unfinished } from "../errors/recover.ts";
import type { Deployment, ExportedResource } from "../project/stack.ts";
import type { RecoveredCreate } from "./plan.ts";

type RecoveredRecord = Pick<RecoveredCreate, "create" | "recovered">;

/**
 * Returns the state as it would be if the creates hadn't been interrupted, as the engine writes it. A resource that a create replaces stays
 * in the state until the next `up` deletes it, unless Pulumi has deleted it first:
 *
 *     before   Service web, ID 3;  a pending create of Service web, which has made the record 7
 *     after    Service web, ID 7;  Service web, ID 3, marked for deletion
 *
 * @param settled URNs of the creates that are accounted for
 */
export function withRecovered(
  { resources = [], pending_operations: operations, ...deployment }: Deployment,
  made: readonly RecoveredRecord[],
  { settled, now }: { readonly settled: ReadonlySet<string>; readonly now: string },
): Deployment {
  const added = new Map(made.map((each) => [each.create.resource.urn, resourceFor(each, now)]));
  const next: ExportedResource[] = [];
  for (const resource of resources) {
    const replacement = resource.delete ? undefined : added.get(resource.urn);
    if (replacement === undefined) {
      next.push(resource);
      continue;
    }
    next.push(replacement);
    added.delete(resource.urn);
    const isSameRecord = resource.id === replacement.id;
    const wasDeletedFirst = resource.pendingReplacement === true;
    if (!isSameRecord && !wasDeletedFirst) next.push({ ...resource, delete: true });
  }
  const components = new Map(made.flatMap(({ create }) => create.components.map((each) => [each.urn, each])));
  return {
    ...deployment,
    resources: [...next, ...components.values(), ...added.values()],
    pending_operations: (operations ?? []).filter(({ resource }) => !settled.has(resource.urn)),
  };
}

/** The state of a resource after its create. If that wasn't finished, the next `up` updates it, whatever else differs. */
function resourceFor({ create, recovered }: RecoveredRecord, now: string): ExportedResource {
  const { definition, resource, before } = create;
  const { id, stored, missing } = recovered;
  const pointer = resource.inputs?.[pointerKey];
  const outputs = encrypted(secured(definition, stored, resource.inputs as unknown as Form<"marked">));
  return {
    ...resource,
    id,
    outputs: { ...outputs, ...(pointer !== undefined && { [pointerKey]: pointer }) } as Stored,
    ...(missing.length > 0 && { initErrors: [unfinished({ properties: missing.join(", ") })] }),
    created: before?.created ?? now,
    modified: now,
  };
}

/** Writes secrets in the form that Pulumi encrypts on import, wherever they are in the values. */
const encrypted = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encryptedValue(value)]));

function encryptedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encryptedValue);
  if (!isObject(value)) return value;
  const { [markKey]: mark, value: secret } = value;
  return mark === secretMark ? { [markKey]: secretMark, plaintext: JSON.stringify(secret) } : encrypted(value);
}
