import { proveOverHttp } from "../law.ts";
import { faultLaws } from "./fault.ts";

proveOverHttp(faultLaws);
