import { proveOverHttp } from "../law.ts";
import { particularLaws } from "./particular.ts";

proveOverHttp(particularLaws);
