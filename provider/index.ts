import { writeSync } from "node:fs";
import type { PartialError } from "./lifecycle/failure.ts";
import type { Definition, Failure, Values } from "./resources/define.ts";

/*
 * The adapter to Pulumi's dynamic-provider protocol, and the only file that knows it: `__provider`, the mark of unknown
 * values, the form of secrets, of failures and of partial successes. Pulumi's process evaluates the pointer in the state,
 * which calls `handler`. Everything else is loaded when it is needed: check and diff need no HTTP client.
 */

/** What Pulumi writes for a value that is not known yet, whatever its type. Copied, as loading the SDK takes half a second. */
const unknownMark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Key and value by which Pulumi tells a secret nested in outputs. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" } as const;

/** Key of the pointer itself. Pulumi adds it to every result, except to that of a partial success. */
const pointerKey = "__provider";

interface DynamicProvider {
  configure(request: { config: { get(key: string): string | undefined } }): void;
  check(olds: Values, news: Values): Promise<{ inputs: Values; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Values,
    news: Values,
  ): Promise<{ changes?: false; replaces?: string[]; deleteBeforeReplace?: boolean }>;
  create(inputs: Values): Promise<{ id: string; outs: Values }>;
  read(id: string, olds: Values): Promise<{ id?: string; props?: Values; inputs?: Values }>;
  update(id: string, olds: Values, news: Values): Promise<{ outs: Values }>;
  delete(id: string, olds: Values): Promise<void>;
}

async function definitionOf(kind: string): Promise<Definition> {
  const { definitions } = await import("./resources/index.ts");
  const definition = definitions[kind];
  if (definition !== undefined) return definition;
  throw new Error(
    `pulumi-statushub has no resource "${kind}". A newer version of the package wrote the state: install that one.`,
  );
}

/**
 * The dynamic provider of one kind of resource. Called by Pulumi's provider process through the pointer that every
 * resource carries; the pointer, this entry and the names of the kinds are a wire format and never change.
 */
export function handler(kind: string): DynamicProvider {
  let setting: (key: string) => string | undefined = () => undefined;
  const account = async () => {
    const { connect, describeBudgets } = await import("./client/account.ts");
    tellAtEnd(describeBudgets);
    return connect(setting);
  };
  const definition = () => definitionOf(kind);
  // Pulumi compares what is in the state before it replaces it; what it does not compare, the state may not have.
  const inState = new Set<unknown>();

  return plainly({
    // Synchronous and without a way to fail: Pulumi does not wait for it before the first operations.
    configure({ config }) {
      setting = (key) => config.get(key);
    },

    async check(_, news) {
      const [{ check }, resource] = await Promise.all([import("./lifecycle/check.ts"), definition()]);
      const inputs = declared(news);
      const failures = check(resource, await marked(inputs)).map((failure) => failureFor(resource, failure));
      return { inputs, failures: [...(await configurationFailures(setting)), ...failures] };
    },

    async diff(id, olds, news) {
      inState.add(id).add(olds.recordId);
      const [{ diff }, resource] = await Promise.all([import("./lifecycle/diff.ts"), definition()]);
      const { changed, replaces, deleteBeforeReplace } = diff(resource, declared(olds), await marked(declared(news)));
      if (changed.length === 0) return { changes: false };
      // Without `changes` the engine compares the inputs itself and shows which property differs.
      return { replaces: [...replaces], deleteBeforeReplace };
    },

    async create(inputs) {
      const [{ create }, resource, at] = await Promise.all([import("./lifecycle/create.ts"), definition(), account()]);
      try {
        const { recordId, outputs } = await create(at, resource, {
          news: declared(inputs),
          isInState: (recordId) => inState.has(recordId),
        });
        return { id: recordId, outs: secured(resource, outputs) };
      } catch (error) {
        throw partialSuccess(error, resource, inputs);
      }
    },

    async read(id, olds) {
      const [{ read }, resource, at] = await Promise.all([import("./lifecycle/read.ts"), definition(), account()]);
      const found = await read(at, resource, id, declared(olds));
      if (found === undefined) return {};
      return { id: found.recordId, props: secured(resource, found.outputs), inputs: secured(resource, found.inputs) };
    },

    async update(id, olds, news) {
      const [{ update }, resource, at] = await Promise.all([import("./lifecycle/update.ts"), definition(), account()]);
      try {
        const outputs = await update(at, resource, { id, olds: declared(olds), news: declared(news) });
        return { outs: secured(resource, outputs) };
      } catch (error) {
        throw partialSuccess(error, resource, news);
      }
    },

    async delete(id, olds) {
      const [{ remove }, resource, at] = await Promise.all([import("./lifecycle/delete.ts"), definition(), account()]);
      const remark = await remove(at, resource, { id, olds: declared(olds) });
      // Pulumi shows what this process prints.
      if (remark !== undefined) process.stdout.write(`${remark}\n`);
    },
  });
}

let isToldAtEnd = false;

/** Pulumi ends this process with SIGINT and still shows what it prints then, if it is written before anything else. */
function tellAtEnd(describe: () => string[]): void {
  if (isToldAtEnd) return;
  isToldAtEnd = true;
  process.once("SIGINT", () => {
    for (const line of describe()) writeSync(process.stdout.fd, `${line}\n`);
    // Now that nobody listens any more, the signal does what it does by itself.
    process.kill(process.pid, "SIGINT");
  });
}

/** What Pulumi prints for the whole stack when an operation fails, beside the message at the resource. */
const remark = "pulumi-statushub: an operation failed, see the error at its resource";

/** Pulumi prints an error as text, with its stack, beside the message at the resource. Once is enough, and no stack. */
function plainly(provider: DynamicProvider): DynamicProvider {
  const wrap =
    <Arguments extends unknown[], Result>(method: (...parameters: Arguments) => Promise<Result>) =>
    async (...parameters: Arguments) => {
      try {
        return await method(...parameters);
      } catch (error) {
        const { StatusHubError } = await import("./client/errors.ts");
        if (error instanceof StatusHubError) {
          throw Object.assign(new Error(error.message), { toString: () => remark, stack: "" });
        }
        throw error;
      }
    };
  const { configure, check, diff, create, read, update, delete: remove } = provider;
  return {
    configure,
    check: wrap(check),
    diff: wrap(diff),
    create: wrap(create),
    read: wrap(read),
    update: wrap(update),
    delete: wrap(remove),
  };
}

/** What a program declares: without Pulumi's own key, and without keys that have no value. */
function declared(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== pointerKey && value !== undefined),
  );
}

let configurationIsTold = false;

/** Without an account nothing can be done, so a preview says so already: once, at the first resource. */
async function configurationFailures(setting: (key: string) => string | undefined) {
  const { findConfigProblem } = await import("./config.ts");
  // In a preview the arguments of an explicit provider may be unknown; then there is nothing to judge yet.
  const problem = configurationIsTold ? undefined : findConfigProblem(setting, (value) => value === unknownMark);
  if (problem === undefined) return [];
  configurationIsTold = true;
  return [{ property: "", reason: problem }];
}

/** Unknown values as the core knows them. */
async function marked(values: Values): Promise<Values> {
  const { unknown } = await import("./lifecycle/unknown.ts");
  const mark = (value: unknown): unknown => {
    if (value === unknownMark) return unknown;
    if (Array.isArray(value)) return value.map(mark);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mark(item)]));
  };
  return mark(values) as Values;
}

function failureFor(definition: Definition, { path, reason, got }: Failure): { property: string; reason: string } {
  const [first = "", ...rest] = path;
  const name = rest.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`),
    String(first),
  );
  // Pulumi prints the value of a property that it is given: never one of a secret, and of a nested one only "<nil>".
  const isSecret = definition.properties[String(first)]?.secret === true;
  if (path.length === 1 && !isSecret) return { property: name, reason };
  const prefix = name === "" ? "" : `${name}: `;
  return { property: "", reason: `${prefix}${reason}${got === undefined ? "" : `; got ${got}`}` };
}

/** Marks what is secret, so that it lies encrypted in the state whatever the program says. */
function secured(definition: Definition, values: Values): Values {
  const properties = { ...definition.properties, ...definition.outputs };
  const holdsSecrets = Object.values(properties).some(({ secret }) => secret);
  const isSecret = (name: string) => properties[name]?.secret === true || (name === "__echo" && holdsSecrets);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isSecret(name) && value !== null ? { ...secretMark, value } : value,
    ]),
  );
}

/** Pulumi keeps a record in the state when the error carries its id, its outputs with the pointer, and the reasons. */
function partialSuccess(error: unknown, definition: Definition, inputs: Values): unknown {
  if (!(error instanceof Error) || error.name !== "PartialError") return error;
  const { recordId, outputs, message } = error as PartialError;
  return Object.assign(new Error(message), {
    id: recordId,
    properties: { ...secured(definition, outputs), [pointerKey]: inputs[pointerKey] },
    reasons: [message],
  });
}
