import type { Properties } from "../marks.ts";
import { Struct } from "./protocol.ts";

type Message = InstanceType<typeof Struct>;

export const propertiesIn = (message: Message | undefined): Properties => (message?.toJavaScript() ?? {}) as Properties;

export const toStruct = (properties: Properties): Message =>
  // The declared type lists every value, but the function accepts any JSON.
  Struct.fromJavaScript(properties as Parameters<typeof Struct.fromJavaScript>[0]);
