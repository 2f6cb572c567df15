import { proveOverHttp } from "../law.ts";
import { omissionLaws, spellingLaws } from "./spelling.ts";

proveOverHttp([...spellingLaws, ...omissionLaws]);
