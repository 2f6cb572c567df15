import type { TestProject } from "vitest/node";
import { getPulumi } from "../../tools/engine/get-pulumi.ts";
import { addLanguageHost, getPython } from "../../tools/engine/languages.ts";
import { getPythonSdk } from "./python-sdk.ts";

declare module "vitest" {
  interface ProvidedContext {
    python: string;
    pythonSdk: string;
  }
}

/** Gets what programs in YAML and Python need. The setup of the engine has run before. */
export async function setup({ provide }: TestProject): Promise<void> {
  const pulumi = await getPulumi();
  await addLanguageHost(pulumi, "yaml");
  await addLanguageHost(pulumi, "python");
  const python = await getPython(pulumi);
  provide("python", python);
  provide("pythonSdk", await getPythonSdk(python));
}
