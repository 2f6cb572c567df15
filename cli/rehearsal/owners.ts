import type { Definition } from "../../model/kinds/kind.ts";
import { recordsOf } from "../../provider/inspect.ts";
import { identify } from "../project/record.ts";
import { recordName } from "./page.ts";
import { type PlayedResource, type Stage, secretNamesOf } from "./stage.ts";

/** The resource that has a record, and which of its properties are secret. */
export interface RecordOwner {
  readonly stack: string;
  readonly urn: string;
  readonly name: string;
  readonly secrets: readonly string[];
}

export interface RecordOwners {
  /** Returns the resource that has one of these records; one without a name if none has. */
  ownerOf(definition: Definition, ids: readonly number[]): RecordOwner;
  has(kind: string, id: number): boolean;
}

/** Tells which stack and resource has a record, before or after its update. The last stack wins. */
export function findOwners(stages: readonly Stage[], isHere: (stage: Stage, urn: string) => boolean): RecordOwners {
  const owners = new Map<string, RecordOwner>();
  const secrets = new Map<string, Set<string>>();
  for (const stage of stages) {
    const own = secretsIn(stage);
    const note = (urn: string, { id: storedId, stored }: PlayedResource) => {
      const { kind, name } = identify(urn) ?? { kind: "", name: "" };
      if (!isHere(stage, urn)) return;
      for (const id of recordsOf(storedId, stored).ids) {
        const record = recordName(kind, id);
        // What is a secret in one stack is one in all of them.
        const hidden = new Set([...(secrets.get(record) ?? []), ...(own.get(urn) ?? [])]);
        secrets.set(record, hidden);
        owners.set(record, { stack: stage.plan.stack, urn, name, secrets: [...hidden] });
      }
    };
    for (const [urn, resource] of stage.refreshed) note(urn, resource);
    for (const { urn, ...resource } of stage.replaced) note(urn, resource);
    for (const [urn, resource] of stage.resources) note(urn, resource);
  }
  return {
    ownerOf({ kind, properties, outputs }, ids) {
      const own = Object.entries({ ...properties, ...outputs }).filter(([, { secret }]) => secret === true);
      const found = ids.map((id) => owners.get(recordName(kind, id))).find((owner) => owner !== undefined);
      const { stack = stages.at(-1)?.plan.stack ?? "", urn = "", name = "", secrets: marked = [] } = found ?? {};
      return { stack, urn, name, secrets: [...own.map(([property]) => property), ...marked] };
    },
    has: (kind, id) => owners.has(recordName(kind, id)),
  };
}

/** Returns what the plan or the state keeps secret, by URN. */
function secretsIn({ plan, exported }: Stage): Map<string, readonly string[]> {
  const secrets = new Map<string, readonly string[]>();
  const note = (urn: string, values: Readonly<Record<string, unknown>> | null | undefined) =>
    secrets.set(urn, [...(secrets.get(urn) ?? []), ...secretNamesOf(values ?? {})]);
  for (const [urn, { inputs, outputs }] of exported) {
    note(urn, inputs);
    note(urn, outputs);
  }
  for (const { urn, newState } of plan.steps) note(urn, newState?.inputs);
  return secrets;
}
