import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { readPage as readDescription } from "../../page/read.ts";
import type { Configuration } from "../../page/schema.ts";
import type { StatusPageArgs } from "./form.ts";

/** Reads the description of a page from a file, with values from the stack configuration. */
export function readPage(name: string, file: string | URL): StatusPageArgs {
  const read = readDescription(name, file instanceof URL ? fileURLToPath(file) : file, stackConfiguration);
  if ("message" in read) throw new pulumi.RunError(read.message);
  // The schema of a page is made from the same kinds as these types.
  return read.page as StatusPageArgs;
}

/** Missing from the SDK's types: whether a configuration value is a secret. */
const { isConfigSecret } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };

/** `name` is a key of the project's own configuration, `namespace:name` one of another. */
const stackConfiguration: Configuration = {
  find(name) {
    const key = name.includes(":") ? name : `${pulumi.getProject()}:${name}`;
    const text = pulumi.runtime.getConfig(key);
    // If in doubt, treats the value as a secret.
    return text === undefined ? undefined : { text, isSecret: isConfigSecret?.(key) ?? true };
  },
  protect: pulumi.secret,
};
