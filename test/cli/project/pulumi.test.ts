import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { runPulumi } from "../../../cli/project/pulumi.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it.skipIf(process.platform === "win32")(
  "runs Pulumi in its own process group, so that Ctrl-C reaches it once",
  async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "pulumi"), "#!/bin/sh\necho $(ps -o pgid= -p $$) $$\n");
    await chmod(join(folder, "pulumi"), 0o755);
    const { stdout } = await runPulumi([], { env: { PATH: [folder, process.env.PATH].join(delimiter) } });
    const [group, own] = stdout.trim().split(" ");
    expect(group).toBe(own);
  },
);
