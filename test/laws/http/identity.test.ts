import { proveOverHttp } from "../law.ts";
import { identityLaws } from "./identity.ts";

proveOverHttp(identityLaws);
