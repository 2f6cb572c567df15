import { startNative } from "../../engine-model/native.ts";
import { proveThrough } from "./prove.ts";

proveThrough(startNative);
