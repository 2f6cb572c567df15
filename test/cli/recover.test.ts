import { once } from "node:events";
import { expect, it } from "vitest";
import { fakeProject } from "./fake-project.ts";
import { startStatushub } from "./statushub.ts";

it.each(["creating", "updating"])("waits longer than a run that is %s something can be silent", async (type) => {
  const manifest = { time: new Date(Date.now() - 35_000) };
  const resource = { urn: "urn:pulumi:dev::shop::statushub:index:Service::api" };
  const stack = { deployment: { manifest, pending_operations: [{ type, resource }] } };
  const { folder: cwd, PATH } = await fakeProject({ stack });
  const child = startStatushub(["recover", "--stack", "dev", "--dry-run"], { cwd, env: { PATH } });
  const [said] = await Promise.race([once(child.stderr, "data"), once(child, "close")]);
  child.kill();
  expect(String(said)).toMatch(/^Waiting \d\d s/);
});
