import { posix } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import { importEntry } from "../../../cli/program/import-file.ts";
import type { LiveResource, ProgramResource } from "../../../cli/program/resource.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { readState } from "../../../provider/lifecycle/forms/state.ts";
import { stateAfterRead } from "../../../provider/lifecycle/forms/stored.ts";
import * as statushub from "../../../sdk/index.ts";
import { isSecret } from "../../engine-model/marks.ts";

type Inputs = Record<string, unknown>;

/** Runs a program with the mocks of Pulumi's SDK, and returns its declarations by kind and name, without the pointer. */
export async function evaluate(
  files: ReadonlyMap<string, string>,
  resources: readonly ProgramResource[],
  entry = "index.ts",
): Promise<Map<string, Inputs>> {
  const declared = new Map<string, Inputs>();
  const ids = new Map(resources.map(({ kind, name, id }) => [`${kind} ${name}`, id]));
  const settings = resources.flatMap(({ secrets }) =>
    secrets.map(({ key, value }) => [`project:${key}`, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  await pulumi.runtime.setMocks(
    {
      call: () => ({}),
      newResource: ({ type, name, inputs: { __provider, ...inputs } }) => {
        const key = `${type.split(":").at(-1)} ${name}`;
        declared.set(key, inClear(inputs));
        return { id: ids.get(key) ?? "unknown", state: inputs };
      },
    },
    "project",
  );
  pulumi.runtime.setAllConfig(Object.fromEntries(settings));
  createModules(files)(entry);
  await pulumi.runtime.disconnect();
  return declared;
}

/** Removes the marks of secrets. */
const inClear = (inputs: Inputs): Inputs =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, isSecret(value) ? (value as Inputs).value : value]),
  );

/** Loads the modules like Node, with the package and the SDK of this process. */
function createModules(files: ReadonlyMap<string, string>): (path: string) => object {
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    // The compiler resolves CommonJS modules without their extension.
    const source = files.get(path) ?? files.get(`${path}.ts`);
    if (source === undefined) throw new Error(`The program imports ${path}, which is not there.`);
    const module = { exports: {} };
    loaded.set(path, module.exports);
    const requireFrom = (name: string) => {
      if (name === "pulumi-statushub") return statushub;
      if (name === "@pulumi/pulumi") return pulumi;
      return load(posix.normalize(posix.join(posix.dirname(path), name)));
    };
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    new Function("require", "exports", "module", ts.transpile(source, options))(requireFrom, module.exports, module);
    loaded.set(path, module.exports);
    return module.exports;
  };
  return load;
}

/**
 * Returns the changes that declarations would make after the import and a refresh, and what the checks reject.
 *
 * @param hubs subdomains of the hubs that the program declares
 */
export const changesAfterImport = (
  resources: readonly LiveResource[],
  declared: ReadonlyMap<string, Inputs>,
  hubs: ReadonlySet<string>,
): string[] =>
  resources.flatMap((resource) => {
    const { definition, kind, name, record, hub } = resource;
    const { outputs: imported } = importEntry(resource, { hubs, secrets: "omitted" });
    const state = stateAfterRead({ definition, collection: { hub } }, record, readState(imported));
    const inputs = declared.get(`${kind} ${name}`) ?? {};
    return [
      ...check(definition, inputs).map(({ path, reason }) => `${kind} ${name}: ${path.join(".")} ${reason}`),
      ...diff(definition, state, inputs).changed.map((property) => `${kind} ${name}: ${property}`),
    ];
  });
