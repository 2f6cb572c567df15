import { startDirect } from "../../engine-model/native.ts";
import { httpLaws } from "./index.ts";
import { proveThrough } from "./prove.ts";

proveThrough(
  startDirect,
  httpLaws.filter(({ isOfProtocol }) => !isOfProtocol),
);
