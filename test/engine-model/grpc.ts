import { createRequire } from "node:module";

/*
 * Pulumi's protocol: its messages, converted from and to plain values.
 */

export type Values = Record<string, unknown>;

const load = createRequire(import.meta.url);

// From the SDK's own dependencies, because a second copy of gRPC isn't compatible.
const loadOfSdk = createRequire(load.resolve("@pulumi/pulumi"));

// The types of these modules, which the compiler can't find.
export const messages = load(
  "@pulumi/pulumi/proto/provider_pb.js",
) as typeof import("@pulumi/pulumi/proto/provider_pb.js");
const services = load(
  "@pulumi/pulumi/proto/provider_grpc_pb",
) as typeof import("@pulumi/pulumi/proto/provider_grpc_pb.js");
const status = load("@pulumi/pulumi/proto/status_pb") as {
  Status: { deserializeBinary(bytes: Uint8Array): { getDetailsList(): { getValue_asU8(): Uint8Array }[] } };
};

export type Client = InstanceType<typeof services.ResourceProviderClient>;
type Struct = NonNullable<Parameters<InstanceType<typeof messages.CheckRequest>["setNews"]>[0]>;
type ClientOptions = ConstructorParameters<typeof services.ResourceProviderClient>;

const { credentials } = loadOfSdk("@grpc/grpc-js") as { credentials: { createInsecure(): ClientOptions[1] } };
const { Struct } = loadOfSdk("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(values: object): Struct };
};

/** Returns a client with its own connection, as the engine has for each provider. */
export const createClient = (address: string): Client =>
  new services.ResourceProviderClient(address, credentials.createInsecure(), { "grpc.use_local_subchannel_pool": 1 });

export const toStruct = (values: Values): Struct => Struct.fromJavaScript(values);

export const fromStruct = (struct: { toJavaScript(): unknown } | undefined): Values =>
  (struct?.toJavaScript() ?? {}) as Values;

/** A failed operation. If it partly succeeded, `partial` is what Pulumi would keep in the state. */
export class OperationFailure extends Error {
  readonly partial: { readonly id: string; readonly outputs: Values } | undefined;
  /** The outputs to keep, with their marks of secrets. */
  readonly marked: Values | undefined;

  constructor(message: string, partial: OperationFailure["partial"]) {
    super(message);
    this.partial = partial && { ...partial, outputs: plain(partial.outputs) };
    this.marked = partial?.outputs;
  }
}

type Callback<Response> = (error: GrpcError | null, response: Response) => void;

interface GrpcError extends Error {
  readonly details: string;
  readonly metadata?: { get(key: string): (string | Buffer)[] };
}

export function perform<Response>(start: (callback: Callback<Response>) => unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    start((error, response) => {
      if (error === null) resolve(response);
      else reject(new OperationFailure(error.details, partialOf(error)));
    });
  });
}

function partialOf({ metadata }: GrpcError): OperationFailure["partial"] {
  const [bytes] = metadata?.get("grpc-status-details-bin") ?? [];
  if (!(bytes instanceof Uint8Array)) return undefined;
  const [detail] = status.Status.deserializeBinary(bytes).getDetailsList();
  if (detail === undefined) return undefined;
  const failure = messages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
  return { id: failure.getId(), outputs: fromStruct(failure.getProperties()) };
}

type Message<Name extends keyof typeof messages> = InstanceType<(typeof messages)[Name]>;

export interface Calls {
  readonly configure: Message<"ConfigureResponse">;
  readonly check: Message<"CheckResponse">;
  readonly checkConfig: Message<"CheckResponse">;
  readonly diff: Message<"DiffResponse">;
  readonly create: Message<"CreateResponse">;
  readonly read: Message<"ReadResponse">;
  readonly update: Message<"UpdateResponse">;
  readonly delete: unknown;
  readonly getSchema: Message<"GetSchemaResponse">;
  readonly invoke: Message<"InvokeResponse">;
}

/** Sends a request with these fields, which are those of the protocol. */
export function send<Call extends keyof Calls>(client: Client, call: Call, fields: Values): Promise<Calls[Call]> {
  const name = `${call.slice(0, 1).toUpperCase()}${call.slice(1).replace("Config", "")}Request` as "CheckRequest";
  const request = new messages[name]();
  for (const [field, value] of Object.entries(fields)) {
    const set = `set${field.slice(0, 1).toUpperCase()}${field.slice(1)}` as "setNews";
    request[set]((typeof value === "object" ? toStruct(value as Values) : value) as Struct);
  }
  return perform((callback) => client[call as "check"](request, callback as () => void)) as Promise<Calls[Call]>;
}

/** Returns the failures of a check, each as Pulumi prints it. */
export const failuresIn = (response: Pick<Message<"CheckResponse">, "getFailuresList">): string[] =>
  response.getFailuresList().map((failure) => `${failure.getProperty()}: ${failure.getReason()}`);

export const markKey = "4dabf18193072939515e22adb298388d";

/** Returns values as the laws compare them: without the marks of secrets and without the pointer. */
export function plain(values: Values): Values {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    if (markKey in value) return strip((value as { value?: unknown }).value);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, strip(item)]));
  };
  const { __provider, ...rest } = values;
  return strip(rest) as Values;
}
