import { startNative } from "../native.ts";
import { proveThrough } from "./prove.ts";

proveThrough(startNative);
