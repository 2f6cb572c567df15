import { once } from "node:events";
import { expect, it } from "vitest";
import { fakeProject } from "./fake-project.ts";
import { managed, startPage } from "./managed-project.ts";
import { startStatushub, statushub } from "./statushub.ts";

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

it("doesn't call a create undone that it can only look for on another account's hub with the same ID", async () => {
  const { env } = await startPage("API is down");
  const manifest = { time: "2024-01-01T00:00:00Z" };
  const known = {
    ...managed({ name: "old", id: "1" }),
    outputs: { hubId: "1", __hubCreatedAt: "2001-01-01T00:00:00Z" },
  };
  const { id: _, outputs: __, ...resource } = managed({ name: "new", id: "" });
  const inputs = { hub: "acme", title: "Slow API" };
  const pending = { type: "creating", resource: { ...resource, inputs } };
  const stack = { deployment: { manifest, resources: [known], pending_operations: [pending] } };
  const { folder: cwd, PATH } = await fakeProject({ stack, config: "{}", preview: { steps: [] } });
  const result = await statushub(["recover", "--stack", "prod", "--dry-run"], { cwd, env: { ...env, PATH } });
  expect(result).toMatchObject({ code: 2 });
  expect(result.stdout).toContain("belongs to a different account");
});
