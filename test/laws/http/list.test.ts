import { proveOverHttp } from "../law.ts";
import { listLaws } from "./list.ts";

proveOverHttp(listLaws);
