import { startNative } from "../../engine-model/native.ts";
import { httpLaws } from "./index.ts";
import { proveThrough } from "./prove.ts";

proveThrough(
  startNative,
  httpLaws.filter(({ isOfProtocol }) => isOfProtocol),
);
