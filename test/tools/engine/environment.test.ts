import { access } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createLocalEnvironment } from "../../../tools/engine/environment.ts";
import { executables } from "../../../tools/engine/installation.ts";
import { createFolder } from "./fake-installation.ts";

const pulumi = { path: "/opt/pulumi/pulumi", folder: "/opt/pulumi", version: "3.259.0" };

test("nothing of the user's own Pulumi is used", async () => {
  const root = await createFolder();
  const inherited = {
    PULUMI_HOME: "/home/me/.pulumi",
    PULUMI_BACKEND_URL: "s3://states",
    PULUMI_CONFIG_PASSPHRASE: "mine",
  };

  const env = createLocalEnvironment(pulumi, { home: join(root, "home"), backend: join(root, "a state") }, inherited);

  expect(env).toMatchObject({
    PULUMI_HOME: join(root, "home"),
    PULUMI_BACKEND_URL: `file://${root}/a%20state`,
    PULUMI_CONFIG_PASSPHRASE: "local",
  });
});

test("both folders exist afterwards, as the file backend wants", async () => {
  const root = await createFolder();
  const folders = { home: join(root, "x/home"), backend: join(root, "y/state") };

  createLocalEnvironment(pulumi, folders, {});

  await expect(Promise.all([access(folders.home), access(folders.backend)])).resolves.toHaveLength(2);
});

test("the chosen CLI and this Node come first, the SDK's script for dynamic providers last", async () => {
  const root = await createFolder();

  const env = createLocalEnvironment(
    pulumi,
    { home: root, backend: root },
    { PATH: ["/usr/bin", "/bin"].join(delimiter) },
  );

  const path = env.PATH?.split(delimiter) ?? [];
  expect(path.slice(0, 4)).toEqual(["/opt/pulumi", dirname(process.execPath), "/usr/bin", "/bin"]);
  await expect(access(join(path.at(-1) ?? "", executables.providerHost))).resolves.toBeUndefined();
});
