import { proveOverHttp } from "../law.ts";
import { ownershipLaws } from "./ownership.ts";

proveOverHttp(ownershipLaws);
