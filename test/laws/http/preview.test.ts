import { proveOverHttp } from "../law.ts";
import { previewLaws } from "./preview.ts";

proveOverHttp(previewLaws);
