import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { pointerKey, pointerTo } from "../../../model/pulumi/pointer.ts";
import { dynamicTypeOf, nativeTypeOf } from "../../../model/pulumi/resource-type.ts";
import { createClient, messages, perform, toStruct, type Values } from "../../../test/engine-model/grpc.ts";
import { accessTo } from "../../command.ts";
import { repositoryRoot } from "../../engine/local.ts";
import { compared, inTurns, type Measure, type Row } from "../row.ts";

/** The code of a provider that does nothing. */
const bareProvider = "exports.handler=()=>({check:async(_,news)=>({inputs:news})})";

const service = { hub: "acme", groupId: 1, name: "Web" };

/** Compares both providers with an empty dynamic provider. */
const providers = [
  {
    what: "dynamic provider to first response",
    most: 1.15,
    time: () => timeToFirstResponse(hosts.dynamic, { ...service, [pointerKey]: pointerTo("Service") }),
  },
  { what: "native provider to first response", most: 0.3, time: () => timeToFirstResponse(hosts.native, service) },
];

export const start: Row = {
  name: "start",
  title: "From the start of the provider's process to its first response: dynamic and native",
  seconds: { full: 50, quick: 30 },
  async measure(isQuick) {
    const measures: Measure[] = [];
    // Short measurements vary more, so there are more pairs than in other rows.
    const pairs = isQuick ? 9 : 15;
    const startBare = () => timeToFirstResponse(hosts.dynamic, { [pointerKey]: bareProvider });
    for (const { what, most, time } of providers) {
      const times = await inTurns(time, startBare, pairs);
      measures.push(compared({ what, reference: "a bare dynamic host", most }, times));
    }
    return measures;
  },
};

/** The process that runs a provider: Pulumi's own for dynamic providers, or the native provider. */
const hosts = {
  dynamic: {
    script: createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider"),
    urn: `urn:pulumi:bench::bench::${dynamicTypeOf("Service")}::web`,
  },
  native: {
    script: join(repositoryRoot, "plugin/provider.mjs"),
    urn: `urn:pulumi:bench::bench::${nativeTypeOf("Service")}::web`,
  },
};

/** Returns the milliseconds from the start of the process to its response to one check of this resource. */
async function timeToFirstResponse({ script, urn }: (typeof hosts)["native"], inputs: Values): Promise<number> {
  // The native provider ends when nobody listens at the engine's address any more.
  const engine = createServer().listen(0, "127.0.0.1");
  await once(engine, "listening");
  const { port: enginePort } = engine.address() as AddressInfo;
  const started = performance.now();
  const child = spawn(process.execPath, [script, `127.0.0.1:${enginePort}`], {
    cwd: repositoryRoot,
    env: { ...process.env, ...accessTo({ url: "http://127.0.0.1:1/api/v3", apiKey: "bench" }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    // The first line that it prints is its port.
    const [port] = await once(child.stdout, "data");
    const client = createClient(`127.0.0.1:${Number(port)}`);
    const configuring = new messages.ConfigureRequest().setArgs(toStruct({}));
    await perform((callback) => client.configure(configuring, callback));
    const checking = new messages.CheckRequest().setUrn(urn).setOlds(toStruct({})).setNews(toStruct(inputs));
    const response = await perform<InstanceType<typeof messages.CheckResponse>>((callback) =>
      client.check(checking, callback),
    );
    client.close();
    const [failure] = response.getFailuresList();
    if (failure !== undefined) throw new Error(`The check failed: ${failure.getReason()}`);
    return performance.now() - started;
  } finally {
    child.kill("SIGKILL");
    engine.close();
  }
}
