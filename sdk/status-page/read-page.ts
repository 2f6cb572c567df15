import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import type * as Reader from "../../model/page/file.ts";
import type { Configuration } from "../../model/page/schema.ts";
import type { StatusPageArgs } from "./form.ts";

/**
 * Loads YAML and the schema of pages, which most programs don't need. A constructor can't wait, so it is required. From
 * source, the reader has another path than in the built package. A bundle of a program has this code without the reader;
 * it is then in the package that Pulumi also starts the provider from.
 */
function loadReader(): typeof Reader {
  const { url, dirname } = import.meta;
  if (url?.endsWith(".ts")) return createRequire(url)("../../model/page/file.ts");
  if (existsSync(`${dirname}/../page/read.js`)) return createRequire(url)("../page/read.js");
  const require = createRequire(`${process.cwd()}/`);
  return require(`${require.resolve("pulumi-statushub/package.json")}/../dist/page/read.js`);
}

export function readPageFile(name: string, file: string | URL): StatusPageArgs {
  const read = loadReader().readPage(name, file instanceof URL ? fileURLToPath(file) : file, stackConfiguration);
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
