import { writeFile } from "node:fs/promises";
import { renderTroubleshooting, troubleshootingPath } from "./docs/troubleshooting.ts";

/** Writes docs/troubleshooting.md. A test fails while it is out of date. */
await writeFile(troubleshootingPath, renderTroubleshooting());
