import { once } from "node:events";
import { expect, it } from "vitest";
import { fakeProject } from "./fake-project.ts";
import { startAccount, startStatushub } from "./statushub.ts";

const type = "statushub:index:Service";
const resource = { urn: `urn:pulumi:dev::shop::${type}::api`, type, inputs: { hub: "acme", groupId: 1, name: "API" } };

it.each(["creating", "updating"])("waits longer than a run that is %s something can be silent", async (operation) => {
  const { env } = await startAccount();
  const manifest = { time: new Date(Date.now() - 35_000).toISOString() };
  const stack = { deployment: { manifest, pending_operations: [{ type: operation, resource }] } };
  const { folder: cwd, PATH } = await fakeProject({ config: "{}", stack });
  const child = startStatushub(["recover", "--stack", "dev", "--dry-run"], { cwd, env: { ...env, PATH } });
  const [said] = await Promise.race([once(child.stderr, "data"), once(child, "close")]);
  child.kill();
  expect(String(said)).toMatch(/^Waiting \d\d s/);
});
