import { fromPulumi, type Properties, toPulumi } from "../marks.ts";
import { Struct } from "./protocol.ts";

type Message = InstanceType<typeof Struct>;

export const fromStruct = (message: Message | undefined): Properties =>
  message === undefined ? {} : fromPulumi(message.toJavaScript() as Properties);

export const toStruct = (properties: Properties): Message =>
  // The declared type lists every value, but the function accepts any JSON.
  Struct.fromJavaScript(toPulumi(properties) as Parameters<typeof Struct.fromJavaScript>[0]);
