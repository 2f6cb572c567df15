import { proveOverHttp } from "../law.ts";
import { relationLaws } from "./relation.ts";

proveOverHttp(relationLaws);
