import { runLocalPulumi } from "./engine/local.ts";
import { main } from "./main.ts";

await main(() => runLocalPulumi(process.argv.slice(2)));
