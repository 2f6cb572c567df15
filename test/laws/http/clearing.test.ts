import { proveOverHttp } from "../law.ts";
import { clearingLaws } from "./clearing.ts";

proveOverHttp(clearingLaws);
