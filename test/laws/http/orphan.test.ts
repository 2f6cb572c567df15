import { proveOverHttp } from "../law.ts";
import { orphanLaws } from "./orphan.ts";

proveOverHttp(orphanLaws);
