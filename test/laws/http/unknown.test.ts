import { proveOverHttp } from "../law.ts";
import { unknownLaws } from "./unknown.ts";

proveOverHttp(unknownLaws);
