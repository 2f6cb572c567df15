import { service } from "../../model/kinds/service.ts";
import { doubleQuoted } from "../program/source.ts";
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

/** Refers to services as the program of a stack does, and otherwise says which service an ID means. */
export function createReferences(
  { resources, hubName }: Pick<PlannedStack, "resources" | "hubName">,
  { program, onPage }: { readonly program: Program; readonly onPage: ReadonlyMap<string, ServiceOnPage> },
) {
  const names = new Map(
    resources.flatMap((resource) => {
      const record = stackRecord(resource);
      if (record?.kind !== service.kind) return [];
      return [[serviceKey(hubName(record.kind, resource), record.id), record.name] as const];
    }),
  );
  const isOnlyOne = (name: string) => [...names.values()].filter((other) => other === name).length === 1;
  return (
    { definition, hub }: Pick<PlannedChange, "definition" | "hub">,
    property: string,
    value: unknown,
    { sourcePosition, declaration }: Place,
  ): Written => {
    const expressionOf = (id: unknown) => {
      const name = names.get(serviceKey(hub, id));
      if (name === undefined || declaration === undefined || sourcePosition === undefined) return undefined;
      if (!isOnlyOne(name)) return undefined;
      return program.referenceTo({ kind: service.kind, name }, declaration, sourcePosition);
    };
    const ids = referencesIn(definition, { [property]: value }).map(({ id }) => id);
    const unnamed = [...new Set(ids)].filter((id) => expressionOf(id) === undefined);
    return {
      value: withReferences(definition, [property, value], ({ id }) => expressionOf(id) ?? id),
      comments: unnamed.flatMap((id) => commentOn(id, onPage.get(serviceKey(hub, id)))),
    };
  };
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
