import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pointer as pointerOf } from "../engine/pointer.ts";
import { type Client, createClient, failuresIn, fromStruct, messages, plain, send, type Values } from "./grpc.ts";
import { type Marks, marksOf } from "./marks.ts";

/** The provider of one kind, called as the engine does. */
export interface Provider {
  check(olds: Values, news: Values): Promise<Checked>;
  diff(id: string, olds: Values, news: Values): Promise<Compared>;
  /** Previews a new resource, and an update. Pulumi asks only native providers. */
  previewCreate(inputs: Values): Promise<void>;
  previewUpdate(id: string, olds: Values, news: Values): Promise<void>;
  create(inputs: Values): Promise<Kept>;
  /** Returns `undefined` if the record is gone. */
  read(id: string, outputs: Values, inputs?: Values): Promise<(Kept & { readonly inputs: Values }) | undefined>;
  update(id: string, olds: Values, news: Values): Promise<Values>;
  delete(id: string, outputs: Values): Promise<void>;
  close?(): void;
}

export interface Checked {
  readonly inputs: Values;
  /** Each as Pulumi prints it: `name: must not be empty`. */
  readonly failures: readonly string[];
}

export interface Compared {
  /** Whether the provider found a difference. If undefined, the engine compares old and new inputs. */
  readonly differs: boolean | undefined;
  readonly replaces: boolean;
  readonly deleteBeforeReplace: boolean;
}

export interface Kept {
  readonly id: string;
  readonly outputs: Values;
}

export interface Host {
  /**
   * Returns a provider with its own configuration.
   *
   * @param keepsMarks whether values have Pulumi's marks of secrets. @default they have none
   * @param now the time of this machine, which only a provider in the test's own process can be told
   */
  connect(
    kind: string,
    config: Readonly<Record<string, string>>,
    keepsMarks?: boolean,
    now?: () => number,
  ): Promise<Provider>;
  /** Returns everything that the process has printed. */
  readonly printed: string;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** Starts the process, which finds the provider's sources through the pointer in each resource. */
export async function startHost(): Promise<Host> {
  const folder = await projectFolder();
  const script = createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const parameters = ["--require", `./${endsWithParent}`, script, "no-engine"];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  const child = spawn(process.execPath, parameters, { cwd: folder, env });
  let printed = "";
  child.stderr.on("data", (text) => {
    printed += text;
  });
  const client = createClient(`127.0.0.1:${await firstLine(child)}`);
  // Reading the first line has paused the stream.
  child.stdout
    .on("data", (text) => {
      printed += text;
    })
    .resume();
  let connections = 0;
  let ready: Promise<unknown> = Promise.resolve();
  return {
    get printed() {
      return printed;
    },
    async connect(kind, config, keepsMarks = false) {
      connections += 1;
      // Pulumi caches one provider for each text. A comment makes it another text.
      const pointer = { __provider: `${pointerOf(kind)} //${connections}` };
      const connected = ready.then(async () => {
        const configured = await send(client, "configure", { args: config });
        const provider = providerOf(client, { pointer }, keepsMarks ? marksOf(configured) : undefined);
        // The process has one configuration at a time, and a provider reads it in its first call.
        await provider.check({}, {});
        return provider;
      });
      ready = connected;
      return connected;
    },
    async close() {
      client.close();
      if (child.kill("SIGKILL")) await once(child, "close");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ends the process when its parent ends. */
const endsWithParent = "ends-with-parent.cjs";

/** Creates a project folder in which the package's name resolves to the sources. */
async function projectFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-host-"));
  const project = { name: "pulumi-statushub", type: "module", exports: { "./provider": "./provider/index.ts" } };
  await writeFile(join(folder, "package.json"), JSON.stringify(project));
  await writeFile(join(folder, endsWithParent), 'process.stdin.on("end", () => process.exit()).resume();\n');
  await symlink(join(root, "provider"), join(folder, "provider"), "junction");
  return folder;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("The provider process has no output.");
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`The process ended with ${code}.`)));
  const [line] = await Promise.race([once(lines, "line"), ended]);
  lines.close();
  return String(line);
}

/** How calls identify the kind: by the pointer in the properties, or by the type in the URN. */
export interface Naming {
  readonly pointer?: Values;
  readonly urn?: string;
}

function differs(changes: number): boolean | undefined {
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  if (changes === DIFF_NONE) return false;
  return changes === DIFF_SOME ? true : undefined;
}

const noMarks: Marks = { sent: (values) => values, stored: plain };

export function providerOf(client: Client, { pointer, urn = "" }: Naming, marks = noMarks): Provider {
  const sent = (values: Values): Values => ({ ...marks.sent(values), ...pointer });
  return {
    async previewCreate(inputs) {
      if (pointer === undefined) await send(client, "create", { urn, properties: sent(inputs), preview: true });
    },
    async previewUpdate(id, olds, news) {
      if (pointer !== undefined) return;
      await send(client, "update", { urn, id, olds: sent(olds), news: sent(news), preview: true });
    },
    async check(olds, news) {
      const response = await send(client, "check", { urn, olds: sent(olds), news: sent(news) });
      return { inputs: marks.stored(fromStruct(response.getInputs()), news), failures: failuresIn(response) };
    },
    async diff(id, olds, news) {
      const response = await send(client, "diff", { urn, id, olds: sent(olds), news: sent(news) });
      return {
        differs: differs(response.getChanges()),
        replaces: response.getReplacesList().length > 0,
        deleteBeforeReplace: response.getDeletebeforereplace(),
      };
    },
    async create(inputs) {
      const response = await send(client, "create", { urn, properties: sent(inputs) });
      return { id: response.getId(), outputs: marks.stored(fromStruct(response.getProperties()), inputs) };
    },
    async read(id, outputs, inputs) {
      // For an import, Pulumi has none.
      const known = inputs && { inputs: sent(inputs) };
      const response = await send(client, "read", { urn, id, properties: sent(outputs), ...known });
      if (response.getId() === "") return undefined;
      return {
        id: response.getId(),
        outputs: marks.stored(fromStruct(response.getProperties()), outputs),
        inputs: marks.stored(fromStruct(response.getInputs()), inputs ?? {}),
      };
    },
    async update(id, olds, news) {
      const response = await send(client, "update", { urn, id, olds: sent(olds), news: sent(news) });
      return marks.stored(fromStruct(response.getProperties()), news);
    },
    async delete(id, outputs) {
      await send(client, "delete", { urn, id, properties: sent(outputs) });
    },
  };
}
