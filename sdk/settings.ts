import * as pulumi from "@pulumi/pulumi";
import { misspelledSetting } from "../errors/configuration.ts";
import type { ProviderArgs } from "./arguments.ts";
import { settingNames } from "./shapes.ts";
import { nearest } from "./status-page/problem.ts";

const namespace = "statushub";

/**
 * Rejects misspelled settings in the stack configuration. They would be ignored, and without its region, an account in
 * the EU would be looked for in the US. Other keys may belong to the program, such as `statushub:slackUrl`.
 *
 * @throws RunError
 */
export function rejectMisspelledSettings(): void {
  // Such a project keeps all of its configuration under our prefix.
  if (pulumi.getProject() === namespace) return;
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    const name = key.slice(namespace.length + 1);
    if (!key.startsWith(`${namespace}:`) || settingNames.includes(name)) continue;
    const suggestion = nearest(name, settingNames);
    if (suggestion !== undefined) throw new pulumi.RunError(misspelledSetting.configured({ name, suggestion }));
  }
}

/** @throws RunError if the provider has no such argument */
export function rejectUnknownArguments(provider: string, args: ProviderArgs): void {
  const name = Object.keys(args).find((each) => !settingNames.includes(each));
  if (name === undefined) return;
  throw new pulumi.RunError(misspelledSetting.argument({ provider, name, known: settingNames.join(", ") }));
}
