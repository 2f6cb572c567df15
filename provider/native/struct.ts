import { fromPulumi, type Properties, toPulumi } from "../marks.ts";
import { Struct } from "./protocol.ts";

type Message = InstanceType<typeof Struct>;

/** Returns values with Pulumi's marks. */
export const markedIn = (message: Message | undefined): Properties => (message?.toJavaScript() ?? {}) as Properties;

export const fromStruct = (message: Message | undefined): Properties => fromPulumi(markedIn(message));

export const toStruct = (properties: Properties): Message => toMarkedStruct(toPulumi(properties));

/** Takes values with Pulumi's marks. */
export const toMarkedStruct = (marked: Properties): Message =>
  // The declared type lists every value, but the function accepts any JSON.
  Struct.fromJavaScript(marked as Parameters<typeof Struct.fromJavaScript>[0]);
