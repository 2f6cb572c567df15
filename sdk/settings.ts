import * as pulumi from "@pulumi/pulumi";
import { helpWith } from "../model/api/nearest.ts";
import { misspelledSetting } from "../provider/errors/configuration.ts";
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
  const problems = Object.keys(pulumi.runtime.allConfig()).flatMap((key) => {
    const name = key.slice(namespace.length + 1);
    const suggestion = key.startsWith(`${namespace}:`)
      ? settingMeantBy(name, { project, known: settingNames })
      : undefined;
    return suggestion === undefined ? [] : [misspelledSetting.configured({ name, suggestion })];
  });
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
}

/** @throws RunError if the provider has no such argument */
export function rejectUnknownArguments(provider: string, args: object): void {
  const problems = Object.keys(args)
    .filter((name) => !settingNames.includes(name))
    .map((name) => misspelledSetting.argument({ provider, name, help: helpWith(name, settingNames, "Arguments") }));
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
}
