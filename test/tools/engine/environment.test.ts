import { access } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createLocalEnvironment } from "../../../tools/engine/environment.ts";
import { executables } from "../../../tools/engine/installation.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const pulumi = { path: "/opt/pulumi/pulumi", folder: "/opt/pulumi", version: "3.259.0" };

async function createIn(inherited: NodeJS.ProcessEnv) {
  const root = await temporaryFolder();
  const folders = { home: join(root, "home"), backend: join(root, "a state") };
  return { root, env: createLocalEnvironment(pulumi, folders, inherited) };
}

test("nothing of the user's own Pulumi is used", async () => {
  const inherited = {
    PULUMI_HOME: "/home/me/.pulumi",
    PULUMI_BACKEND_URL: "s3://states",
    PULUMI_CONFIG_PASSPHRASE: "mine",
    PULUMI_STACK: "production",
    STATUSHUB_API_KEY: "mine",
    LANG: "C",
  };

  const { root, env } = await createIn(inherited);

  expect(env).toMatchObject({
    PULUMI_HOME: join(root, "home"),
    PULUMI_BACKEND_URL: `file://${root}/a%20state`,
    PULUMI_CONFIG_PASSPHRASE: "local",
    LANG: "C",
  });
  expect(env).not.toHaveProperty("PULUMI_STACK");
  expect(env).not.toHaveProperty("STATUSHUB_API_KEY");
});

test.each([
  [{}, "127.0.0.1,localhost"],
  [{ no_proxy: "" }, "127.0.0.1,localhost"],
  [{ no_proxy: "example.com", NO_PROXY: "example.org" }, "example.com,127.0.0.1,localhost"],
  [{ NO_PROXY: "example.org" }, "example.org,127.0.0.1,localhost"],
])("a proxy is never used for this machine, with %j", async (inherited, expected) => {
  const { env } = await createIn(inherited);

  expect(env).toMatchObject({ no_proxy: expected, NO_PROXY: expected });
});

test("the chosen CLI and this Node come first, the SDK's script for dynamic providers last", async () => {
  const { env } = await createIn({ PATH: ["/usr/bin", "/bin"].join(delimiter) });

  const path = env.PATH?.split(delimiter) ?? [];
  expect(path.slice(0, 4)).toEqual(["/opt/pulumi", dirname(process.execPath), "/usr/bin", "/bin"]);
  await expect(access(join(path.at(-1) ?? "", executables.providerHost))).resolves.toBeUndefined();
});
