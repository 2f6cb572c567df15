import { startHost } from "../../engine-model/host.ts";
import { proveThrough } from "./prove.ts";

proveThrough(startHost);
