import { proveOverHttp } from "../law.ts";
import { adoptionLaws } from "./adoption.ts";

proveOverHttp(adoptionLaws);
