import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { identify } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import { referencesIn } from "../records.ts";
import type { PlannedChange } from "../report/planned.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { ReferringResource } from "./facts.ts";

/** Finds the resources of a program that refer to a record, by its resource or by its ID. */
export function referringTo(
  { steps, hubName }: Pick<PlannedStack, "steps" | "hubName">,
  { step: { urn }, kind, id, hub }: Pick<PlannedChange, "step" | "kind" | "id" | "hub">,
): ReferringResource[] {
  return steps.flatMap(({ op, urn: other, newState }) => {
    const found = identify(other);
    const definition = definitions[found?.kind ?? ""];
    if (op === "refresh" || found === undefined || definition === undefined || newState === undefined) return [];
    const isOnHub = hubName(found.kind, newState) === hub;
    const byId = isOnHub ? namesWithId(definition, newState, { kind, id }) : [];
    const byResource = Object.entries(newState.propertyDependencies ?? {}).flatMap(([property, urns]) =>
      urns?.includes(urn) ? [property] : [],
    );
    const properties = [...new Set([...byId, ...byResource])];
    return properties.length === 0 ? [] : [{ ...found, properties }];
  });
}

/** Names the properties that contain the ID of a record. */
const namesWithId = (
  definition: Definition,
  { inputs }: ResourceState,
  record: { readonly kind: string; readonly id: string },
): string[] =>
  Object.entries(inputs ?? {})
    .filter(([name, value]) =>
      referencesIn(definition, { [name]: value }).some(
        ({ kind, id }) => kind === record.kind && String(id) === record.id,
      ),
    )
    .map(([name]) => name);
