import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { dynamicTypeOf, nativeTypeOf } from "../../../provider/resource-type.ts";
import { createClient, messages, perform, toStruct, type Values } from "../../../test/engine-model/grpc.ts";

const root = join(import.meta.dirname, "../../..");

/** The process that runs a provider: Pulumi's own for dynamic providers, or the native provider. */
export const hosts = {
  dynamic: {
    script: createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider"),
    urn: `urn:pulumi:bench::bench::${dynamicTypeOf("Service")}::web`,
  },
  native: {
    script: join(root, "plugin/provider.mjs"),
    urn: `urn:pulumi:bench::bench::${nativeTypeOf("Service")}::web`,
  },
};

/** Returns the milliseconds from the start of the process to its response to one check of this resource. */
export async function timeToFirstResponse(host: keyof typeof hosts, inputs: Values): Promise<number> {
  const { script, urn } = hosts[host];
  // The native provider ends when nobody listens at the engine's address any more.
  const engine = createServer().listen(0, "127.0.0.1");
  await once(engine, "listening");
  const { port: enginePort } = engine.address() as AddressInfo;
  const started = performance.now();
  const child = spawn(process.execPath, [script, `127.0.0.1:${enginePort}`], {
    cwd: root,
    env: { ...process.env, STATUSHUB_BASE_URL: "http://127.0.0.1:1/api/v3", STATUSHUB_API_KEY: "bench" },
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
