import type { Definition } from "../../model/kinds/kind.ts";
import { recordsOf } from "../../provider/inspect.ts";
import { identify } from "../project/record.ts";
import { type Page, recordName } from "./page.ts";
import { secretNamesOf } from "./secrets.ts";
import type { PlayedResource, Stage } from "./stage.ts";

/** The resource that has a record. */
interface Owner {
  readonly stack: string;
  readonly urn: string;
  readonly name: string;
}

/** Tells which resource has a record of a page, before or after the update of its stack, and what of it is secret. */
export class RecordOwners {
  readonly #owners = new Map<string, Owner>();
  readonly #secrets = new Map<string, Set<string>>();
  readonly #lastStack: string;

  constructor(stages: readonly Stage[], page: Page) {
    this.#lastStack = stages.at(-1)?.plan.stack ?? "";
    for (const stage of stages) {
      const secrets = secretsIn(stage);
      const replaced = stage.replaced.map((resource) => [resource.urn, resource] as const);
      for (const [urn, resource] of [...stage.refreshed, ...replaced, ...stage.resources]) {
        if (stage.providers.isOn(page, urn)) this.#note(stage.plan.stack, urn, resource, secrets.get(urn) ?? []);
      }
    }
  }

  /** Notes the owner of all records of a resource. The last stack wins, but what is a secret in one stack is one in all of them. */
  #note(stack: string, urn: string, { id: storedId, stored }: PlayedResource, secrets: readonly string[]): void {
    const { kind, name } = identify(urn) ?? { kind: "", name: "" };
    for (const id of recordsOf(storedId, stored).ids) {
      const record = recordName(kind, id);
      this.#owners.set(record, { stack, urn, name });
      this.#secrets.set(record, new Set([...(this.#secrets.get(record) ?? []), ...secrets]));
    }
  }

  has(kind: string, id: number): boolean {
    return this.#owners.has(recordName(kind, id));
  }

  /** Returns the resource that has one of these records; one of the last stack, without a name, if none has. */
  ownerOf(kind: string, ids: readonly number[]): Owner {
    const id = ids.find((each) => this.has(kind, each)) ?? 0;
    return this.#owners.get(recordName(kind, id)) ?? { stack: this.#lastStack, urn: "", name: "" };
  }

  /** Names of the properties that are secret in all records of a kind, or in one of these. */
  secretsOf({ kind, properties, outputs }: Definition, ids: readonly number[]): Set<string> {
    const ofKind = Object.entries({ ...properties, ...outputs }).filter(([, { secret }]) => secret === true);
    const ofRecords = ids.flatMap((id) => [...(this.#secrets.get(recordName(kind, id)) ?? [])]);
    return new Set([...ofKind.map(([name]) => name), ...ofRecords]);
  }
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
