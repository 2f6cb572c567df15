import { proveOverHttp } from "../law.ts";
import { lifecycleLaws } from "./lifecycle.ts";

proveOverHttp(lifecycleLaws);
