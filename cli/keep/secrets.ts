import { readStackSettings } from "../connection.ts";
import { createSecretKeys } from "../program/names.ts";
import type { ProjectFolder } from "../project/folder.ts";
import { inClear } from "../project/stack.ts";
import type { PlannedChange } from "../report/planned.ts";
import type { PlannedStack } from "../report/stacks.ts";

/** Finds the key in a stack's configuration that a program reads a secret from. */
export function createKeyFinder(
  { stack, resources }: Pick<PlannedStack, "stack" | "resources">,
  { path, name }: ProjectFolder,
) {
  let settings: Promise<ReadonlyMap<string, string>> | undefined;
  const read = async () => {
    const { settings: all } = await readStackSettings({ cwd: path, stack });
    const prefix = `${name}:`;
    const own = [...all].filter(([key]) => key.startsWith(prefix));
    return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
  };
  /** Returns undefined if no key has the value that was deployed. */
  return async (change: PlannedChange, property: string): Promise<string | undefined> => {
    settings ??= read();
    const { kind, name: resourceName, id, step } = change;
    const urn = step.oldState?.urn ?? step.urn;
    const deployed = resources.find((resource) => resource.urn === urn)?.inputs?.[property];
    if (deployed === undefined || deployed === null) return undefined;
    const known = await settings;
    const key = createSecretKeys(known).find({ kind, name: resourceName, id, property, value: inClear(deployed) });
    return known.has(key) ? key : undefined;
  };
}
