import { vi } from "vitest";
import type { DynamicProvider } from "../../provider/dynamic/handler.ts";
import { handler } from "../../provider/index.ts";
import { OperationFailure, plain, type Values } from "./grpc.ts";
import type { Host } from "./host.ts";

/**
 * The provider in the process of the tests, where a mutant can be put in its way. It stands in for Pulumi's own provider
 * process, which keeps its answers as JSON and reports a record that is made in part as a failure with its outputs.
 */
export function startInProcess(): Host {
  let printed = "";
  const output = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  return {
    get printed() {
      return printed;
    },
    async connect(kind, config) {
      const provider = handler(kind) as DynamicProvider;
      provider.configure({ config: { get: (key) => config[key] } });
      const check = async (olds: Values, news: Values) => {
        const { inputs, failures } = await provider.check(json(olds), json(news));
        return {
          inputs: keep(inputs),
          failures: failures.map(({ property, reason }) => `${property}: ${reason}`),
        };
      };
      return {
        check,
        previewCreate: async (inputs) => (await check({}, inputs)).failures,
        async diff(id, olds, news) {
          const {
            changes,
            replaces = [],
            deleteBeforeReplace = false,
          } = await provider.diff(id, json(olds), json(news));
          return { same: changes === false, replaces: replaces.length > 0, deleteBeforeReplace };
        },
        async create(inputs) {
          const { id, outs } = await failing(provider.create(json(inputs)));
          return { id, outputs: keep(outs) };
        },
        async read(id, outputs) {
          const { id: found, props = {}, inputs = {} } = await failing(provider.read(id, json(outputs)));
          return found === undefined ? undefined : { id: found, outputs: keep(props), inputs: keep(inputs) };
        },
        async update(id, olds, news) {
          return keep((await failing(provider.update(id, json(olds), json(news)))).outs);
        },
        delete: (id, outputs) => failing(provider.delete(id, json(outputs))),
      };
    },
    async close() {
      output.mockRestore();
    },
  };
}

const json = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values;
const keep = (values: Values): Values => plain(json(values));

async function failing<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    const { message, id, properties } = error as Error & { id?: string; properties?: Values };
    throw new OperationFailure(
      message,
      id === undefined || properties === undefined ? undefined : { id, outputs: keep(properties) },
    );
  }
}
