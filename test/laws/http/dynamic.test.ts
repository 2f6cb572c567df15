import { startHost } from "../../engine-model/host.ts";
import { httpLaws } from "./index.ts";
import { proveThrough } from "./prove.ts";

proveThrough(
  startHost,
  httpLaws.filter(({ isOfProtocol }) => isOfProtocol),
);
