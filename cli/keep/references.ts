import { service } from "../../model/kinds/service.ts";
import { type Code, doubleQuoted } from "../program/source.ts";
import { stackRecord } from "../project/record.ts";
import { referencesIn, withReferences } from "../records.ts";
import type { ServiceOnPage } from "../rehearsal/names.ts";
import type { PlannedChange } from "../report/planned.ts";
import { serviceKey } from "../report/services.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { Place } from "./places.ts";
import type { Program } from "./program.ts";

interface Written {
  /** The value with expressions in place of IDs. */
  readonly value: unknown;
  /** What the IDs that are left mean. */
  readonly comments: readonly string[];
}

interface Sources {
  readonly program: Program;
  readonly onPage: ReadonlyMap<string, ServiceOnPage>;
}

/** Refers to services as the program of a stack does, and otherwise says which service an ID means. */
export class References {
  readonly #program: Program;
  readonly #onPage: ReadonlyMap<string, ServiceOnPage>;
  /** The names of the stack's services, by hub and ID. */
  readonly #names = new Map<string, string>();

  constructor({ resources, hubName }: Pick<PlannedStack, "resources" | "hubName">, { program, onPage }: Sources) {
    this.#program = program;
    this.#onPage = onPage;
    for (const resource of resources) {
      const record = stackRecord(resource);
      if (record?.kind !== service.kind) continue;
      this.#names.set(serviceKey(hubName(record.kind, resource), record.id), record.name);
    }
  }

  /** Writes a value of a record that the program declares at a place. */
  write(
    { definition, hub }: Pick<PlannedChange, "definition" | "hub">,
    { property, value }: { readonly property: string; readonly value: unknown },
    place: Place,
  ): Written {
    const expressionOf = (id: unknown) => this.#expressionOf(serviceKey(hub, id), place);
    const ids = new Set(referencesIn(definition, { [property]: value }).map(({ id }) => id));
    const idsLeft = [...ids].filter((id) => expressionOf(id) === undefined);
    return {
      value: withReferences(definition, [property, value], ({ id }) => expressionOf(id) ?? id),
      comments: idsLeft.flatMap((id) => commentOn(id, this.#onPage.get(serviceKey(hub, id)))),
    };
  }

  /** Undefined if the place can't refer to the service, or two services of the stack have the name. */
  #expressionOf(key: string, { sourcePosition, declaration }: Place): Code | undefined {
    const name = this.#names.get(key);
    if (name === undefined || declaration === undefined || sourcePosition === undefined) return undefined;
    const withName = [...this.#names.values()].filter((other) => other === name);
    if (withName.length > 1) return undefined;
    return this.#program.referenceTo({ kind: service.kind, name }, declaration, sourcePosition);
  }
}

/** Names a service by its own identifier, which doesn't change, or else as the page does. */
function commentOn(id: unknown, found: ServiceOnPage | undefined): string[] {
  if (found === undefined) return [];
  const { label, customId } = found;
  const hasCustomId = typeof customId === "string" && customId !== "" && customId !== "[secret]";
  const named = hasCustomId
    ? `the service with customId ${doubleQuoted(customId)}`
    : `the service ${doubleQuoted(label)}`;
  return [`${doubleQuoted(String(id))} is ${named}`];
}
