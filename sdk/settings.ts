import * as pulumi from "@pulumi/pulumi";
import { misspelledSetting } from "../errors/configuration.ts";
import { misspelledSetting as settingMeantBy } from "../provider/misspelling.ts";
import { settingNames } from "./shapes.ts";

const namespace = "statushub";

/**
 * Rejects misspelled settings in the stack configuration. They would be ignored, and without its region, an account in
 * the EU would be looked for in the US.
 *
 * @throws RunError
 */
export function rejectMisspelledSettings(): void {
  const project = pulumi.getProject();
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    if (!key.startsWith(`${namespace}:`)) continue;
    const name = key.slice(namespace.length + 1);
    const suggestion = settingMeantBy(name, { project, known: settingNames });
    if (suggestion !== undefined) throw new pulumi.RunError(misspelledSetting.configured({ name, suggestion }));
  }
}

/** @throws RunError if the provider has no such argument */
export function rejectUnknownArguments(provider: string, args: object): void {
  const name = Object.keys(args).find((each) => !settingNames.includes(each));
  if (name === undefined) return;
  throw new pulumi.RunError(misspelledSetting.argument({ provider, name, known: settingNames.join(", ") }));
}
