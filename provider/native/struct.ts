import type { Values } from "../../kinds/kind.ts";
import { fromPulumi, toPulumi } from "../marks.ts";
import { Struct } from "./protocol.ts";

type Message = InstanceType<typeof Struct>;

/** Returns values with Pulumi's marks. */
export const markedIn = (message: Message | undefined): Values => (message?.toJavaScript() ?? {}) as Values;

export const fromStruct = (message: Message | undefined): Values => fromPulumi(markedIn(message));

export const toStruct = (values: Values): Message => toMarkedStruct(toPulumi(values));

/** Takes values with Pulumi's marks. */
export const toMarkedStruct = (marked: Values): Message =>
  // The declared type lists every value, but the function accepts any JSON.
  Struct.fromJavaScript(marked as Parameters<typeof Struct.fromJavaScript>[0]);
