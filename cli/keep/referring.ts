import { definitions } from "../../model/kinds/index.ts";
import { identify } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import { referencesIn } from "../records.ts";
import type { PlannedChange } from "../report/planned.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { ReferringResource } from "./facts.ts";

/** Finds the resources of a program that refer to a record, by its resource or by its ID. */
export function referringTo(
  { steps, hubName }: Pick<PlannedStack, "steps" | "hubName">,
  record: Pick<PlannedChange, "step" | "kind" | "id" | "hub">,
): ReferringResource[] {
  const referring: ReferringResource[] = [];
  for (const { op, urn, newState } of steps) {
    const resource = identify(urn);
    // A step of the refresh isn't what the program declares.
    if (op === "refresh" || resource === undefined || newState === undefined) continue;
    const isOnHub = hubName(resource.kind, newState) === record.hub;
    const byId = isOnHub ? namesWithId(resource.kind, newState, record) : [];
    const byResource = namesDependingOn(record.step.urn, newState);
    const properties = [...new Set([...byId, ...byResource])];
    if (properties.length > 0) referring.push({ ...resource, properties });
  }
  return referring;
}

/** Names the properties of a resource that contain the ID of a record. */
function namesWithId(kind: string, { inputs }: ResourceState, record: Pick<PlannedChange, "kind" | "id">): string[] {
  const definition = definitions[kind];
  if (definition === undefined) return [];
  const isRecord = (other: { readonly kind: string; readonly id: unknown }) =>
    other.kind === record.kind && String(other.id) === record.id;
  const holdsId = ([name, value]: [string, unknown]) => referencesIn(definition, { [name]: value }).some(isRecord);
  return Object.entries(inputs ?? {})
    .filter(holdsId)
    .map(([name]) => name);
}

const namesDependingOn = (urn: string, { propertyDependencies }: ResourceState): string[] =>
  Object.entries(propertyDependencies ?? {})
    .filter(([, urns]) => urns?.includes(urn))
    .map(([name]) => name);
