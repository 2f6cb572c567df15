import engineService from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engine from "@pulumi/pulumi/proto/engine_pb.js";
import plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import service from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import status from "@pulumi/pulumi/proto/status_pb.js";
import any from "google-protobuf/google/protobuf/any_pb.js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import struct from "google-protobuf/google/protobuf/struct_pb.js";

import type { Properties } from "../marks.ts";

/*
 * Pulumi's provider protocol, as generated for the SDK. Its modules are CommonJS, so names can't be imported from them.
 */

export const messages = { ...provider, ...plugin, LogRequest: engine.LogRequest };

export type Message<Name extends keyof typeof messages> = InstanceType<(typeof messages)[Name]>;

/** Options of a connection to the engine, which a proxy couldn't reach. A page with many records has long messages. */
export const onThisMachine = {
  "grpc.enable_http_proxy": 0,
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
};
export const { LogSeverity } = engine;
export const { EngineClient } = engineService;
export const { ResourceProviderService } = service;
export const { Status } = status;
export const { Any } = any;
export const { Empty } = empty;
export const { Struct } = struct;

type StructMessage = InstanceType<typeof Struct>;

export const propertiesIn = (message: StructMessage | undefined): Properties =>
  (message?.toJavaScript() ?? {}) as Properties;

export const toStruct = (properties: Properties): StructMessage =>
  // The declared type lists every value, but the function accepts any JSON.
  Struct.fromJavaScript(properties as Parameters<typeof Struct.fromJavaScript>[0]);
