import type { Values } from "../../kinds/kind.ts";
import { fromPulumi, toPulumi } from "../marks.ts";
import { Struct } from "./protocol.ts";

type Message = InstanceType<typeof Struct>;

export const fromStruct = (message: Message | undefined): Values =>
  message === undefined ? {} : fromPulumi(message.toJavaScript() as Values);

export const toStruct = (values: Values): Message =>
  // The declared type lists every value, but the function accepts any JSON.
  Struct.fromJavaScript(toPulumi(values) as Parameters<typeof Struct.fromJavaScript>[0]);
