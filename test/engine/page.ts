import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/index.ts";
import { nameIn } from "../../model/pulumi/resource-type.ts";
import { accessTo } from "../../tools/command.ts";
import { readText } from "../../tools/engine/local.ts";
import { sender } from "../cli/fill.ts";
import { type Surroundings, statushub } from "../cli/statushub.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";
import { createProject, type ProjectOptions } from "./project.ts";

/** An example with a resource of each kind. What follows is for the guides, and lookups that need records of another hub. */
export const [allKinds = ""] = readText("examples/languages/typescript/index.ts").split("// region adopt");

/** What an `up` sends that creates a resource of each kind, in any order: a recurring maintenance takes two. */
export const writesOfAllKinds = [
  "POST /hubs/acme/incident_templates",
  "POST /hubs/acme/maintenance_templates",
  "POST /hubs/acme/maintenances",
  "POST /hubs/acme/services",
  "POST /hubs/acme/subscriptions",
  "PUT /hubs/acme",
  "PUT /hubs/acme/maintenances/1",
];

/** Returns the methods and paths of writes, sorted. */
export const sorted = (writes: readonly Write[]) => writes.map(({ method, path }) => `${method} ${path}`).sort();

export type Write = ReturnType<typeof takeWrites>[number];

/** Where the backend keeps the stack of a project, in its folder. */
export const stateFile = ".backend/.pulumi/stacks/scratch/test.json";

/** Returns a state as if it had been written at a time, in milliseconds since 1970. */
export const writtenAt = (state: string, time: number): string =>
  state.replace(/"time": *"[^"]*"/, `"time": "${new Date(time).toISOString()}"`);

/** A state with a pending operation. Pulumi leaves out the field if there is none. */
export function withPending(state: string, operation: object): string {
  const added = JSON.stringify(operation);
  return state.includes('"pending_operations"')
    ? state.replace(/"pending_operations": *\[/, (start) => `${start}${added},`)
    : state.replace(/"latest": *\{/, (start) => `${start}"pending_operations": [${added}],`);
}

export type Page = Awaited<ReturnType<typeof createPage>>;

interface StateRecord {
  type: string;
  id: string | undefined;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  /** Where the program declares it. The SDK finds the line, and the engine stores it. */
  sourcePosition?: string;
}

type PageOptions = Omit<ProjectOptions, "parent"> & { emulator?: EmulatorOptions };

export async function createPage({ emulator: options, env, ...rest }: PageOptions) {
  const emulator = await temporaryEmulator(options);
  const project = await createProject({ ...rest, env: { ...accessTo(emulator), ...env } });
  onTestFinished(project.close);
  /** Returns the text of a file of the project. */
  const read = (path: string) => readFile(join(project.folder, path), "utf8");
  return {
    ...project,
    emulator,
    /** Creates or changes a record of hub acme through the API, like someone without a program. */
    send: sender(emulator, "acme"),
    read,
    /** Runs `pulumi-statushub` in the project's folder. Leaves out what it says if the machine is busy. */
    async statushub(args: readonly string[], { env: more, ...surroundings }: Omit<Surroundings, "cwd"> = {}) {
      const env = { ...project.environment, ...more };
      const result = await statushub(args, { cwd: project.folder, env, ...surroundings });
      return { ...result, stderr: result.stderr.replace(/^Waiting for pulumi .+ \.\.\.\n/gm, "") };
    },
    /** Returns the texts of all files in a folder of the project, at any depth. @default the project, with its state and history */
    async texts(folder = ".") {
      const entries = await readdir(join(project.folder, folder), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")));
    },
    /** Runs `pulumi up`, with another program if one is given. */
    async up(next?: string, ...args: string[]) {
      if (next !== undefined) await project.write({ "index.ts": next });
      return project.pulumi("up", "--yes", "--skip-preview", ...args);
    },
    /** Runs `pulumi preview --expect-no-changes`, which exits with 0 if there are no changes, with 7 if there are. */
    async plan(...args: string[]) {
      const { code, stdout, stderr } = await project.pulumi("preview", "--expect-no-changes", "--json", ...args);
      return { code, stderr, steps: code === 0 || code === 7 ? stepsIn(stdout) : [] };
    },
    outputs: async (): Promise<unknown> => JSON.parse((await project.pulumi("stack", "output", "--json")).stdout),
    /** The requests other than GET since the last call. */
    takeWrites: () => takeWrites(emulator),
    /** The state as the backend stores it: records by their name in the program. */
    async state(): Promise<Record<string, StateRecord>> {
      const { checkpoint } = JSON.parse(await read(stateFile)) as {
        checkpoint: { latest?: { resources?: (StateRecord & { urn: string })[] } };
      };
      return Object.fromEntries(
        (checkpoint.latest?.resources ?? []).map(({ urn, ...record }) => [nameIn(urn), record]),
      );
    },
  };
}

export function takeWrites(emulator: Emulator) {
  const writes = emulator.requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ method, path, body }));
  emulator.clearRequests();
  return writes;
}

/** The resources that change, with the properties that differ, as Pulumi names them. */
function stepsIn(stdout: string) {
  const { steps = [] } = JSON.parse(stdout) as {
    steps?: { op: string; urn: string; detailedDiff?: Record<string, unknown> | null }[];
  };
  return steps
    .filter(({ op }) => op !== "same" && op !== "refresh")
    .map(({ op, urn, detailedDiff }) => ({ op, name: nameIn(urn), properties: Object.keys(detailedDiff ?? {}) }));
}
