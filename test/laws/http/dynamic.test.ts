import { startHost } from "../host.ts";
import { proveThrough } from "./prove.ts";

proveThrough(startHost);
