import { runLocalPulumi } from "./engine/local.ts";

process.exitCode = await runLocalPulumi(process.argv.slice(2));
