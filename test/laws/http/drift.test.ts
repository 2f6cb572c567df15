import { proveOverHttp } from "../law.ts";
import { driftLaws } from "./drift.ts";

proveOverHttp(driftLaws);
