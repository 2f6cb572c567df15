import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const withoutPulumi = `
import { registerHooks } from "node:module";
registerHooks({
  resolve(name, context, next) {
    if (name.startsWith("@pulumi/")) throw new Error(name + " is not installed");
    return next(name, context);
  },
});
const { createEmulator } = await import("./emulator/index.ts");
const emulator = await createEmulator();
await emulator.close();
await import("./sdk/index.ts").catch((error) => console.log(error.message));
`;

it("the emulator runs without Pulumi, which only programs need", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", withoutPulumi]);
  expect(stdout).toBe("@pulumi/pulumi is not installed\n");
});
