import { Server, ServerCredentials } from "@grpc/grpc-js";
import monitorService from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import monitor from "@pulumi/pulumi/proto/resource_pb.js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import { onTestFinished } from "vitest";
import { fromStruct, messages, perform, toStruct, type Values } from "../../engine-model/grpc.ts";
import type { Reached } from "./native.ts";

type Request = InstanceType<typeof monitor.RegisterResourceRequest>;
type ConstructRequest = InstanceType<typeof messages.ConstructRequest>;

export const pageUrn = "urn:pulumi:test::unit::statushub:index:StatusPage::acme";
export const urnOfRecord = (kind: string, name: string) =>
  `urn:pulumi:test::unit::statushub:index:StatusPage$statushub:index:${kind}::${name}`;

/**
 * The part of the engine that registers resources. As in a preview of creates, records have no ID, unless it is given
 * here.
 */
async function startMonitor(idOf: (name: string) => string = () => "") {
  const registered: ReturnType<typeof describe>[] = [];
  const outputs: Values[] = [];
  const server = new Server();
  const register = ({ request }: { request: Request }, callback: (error: null, response: unknown) => void) => {
    const [type, name] = [request.getType(), request.getName()];
    registered.push(describe(request));
    const isComponent = type === "statushub:index:StatusPage";
    const response = new monitor.RegisterResourceResponse()
      .setUrn(isComponent ? pageUrn : urnOfRecord(type.split(":").at(-1) ?? "", name))
      .setId(isComponent ? "" : idOf(name))
      .setObject(request.getObject());
    callback(null, response);
  };
  server.addService(monitorService.ResourceMonitorService, {
    registerResource: register,
    registerResourceOutputs: (
      { request }: { request: InstanceType<typeof monitor.RegisterResourceOutputsRequest> },
      callback: (error: null, response: unknown) => void,
    ) => {
      outputs.push(fromStruct(request.getOutputs()));
      callback(null, new empty.Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  onTestFinished(() => server.forceShutdown());
  return { registered, outputs, address: `127.0.0.1:${port}` };
}

/** Returns a resource as the provider registers it for a page. */
function describe(request: Request) {
  const dependencies = [...request.getPropertydependenciesMap().entries()];
  return {
    type: request.getType(),
    name: request.getName(),
    parent: request.getParent(),
    provider: request.getProvider(),
    inputs: fromStruct(request.getObject()),
    protect: request.hasProtect() ? request.getProtect() : undefined,
    dependencies: request.getDependenciesList(),
    propertyDependencies: Object.fromEntries(dependencies.map(([name, urns]) => [name, urns.getUrnsList()])),
    aliases: request.getAliasesList().map((each) => {
      const spec = each.getSpec();
      return { name: spec?.getName() ?? "", type: spec?.getType() ?? "" };
    }),
    createTimeout: request.getCustomtimeouts()?.getCreate(),
  };
}

/** Constructs a page called `acme`. Returns its outputs and what it has registered. */
export async function constructPage(
  { client }: Pick<Reached, "client">,
  inputs: Values,
  { options, idOf }: { options?: (request: ConstructRequest) => void; idOf?: (name: string) => string } = {},
) {
  const { registered, outputs, address } = await startMonitor(idOf);
  const request = new messages.ConstructRequest()
    .setProject("unit")
    .setType("statushub:index:StatusPage")
    .setName("acme")
    .setParent("urn:pulumi:test::unit::pulumi:pulumi:Stack::unit-test")
    .setMonitorendpoint(address)
    .setInputs(toStruct(inputs));
  options?.(request);
  const construct = () =>
    perform<InstanceType<typeof messages.ConstructResponse>>((callback) => client.construct(request, callback));
  const failure = (error: unknown) => ({ message: String((error as Error).message), state: undefined });
  const done = await construct().then((response) => ({ message: "", state: fromStruct(response.getState()) }), failure);
  return { registered, outputs, ...done };
}
