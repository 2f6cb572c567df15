import { expect, test } from "vitest";
import { projectFile } from "../../engine/native.ts";
import { createPage } from "../../engine/page.ts";

const preset = {
  hubs: [
    { subdomain: "acme", name: "Acme" },
    { subdomain: "2024", name: "The year", groups: ["One"], services: [{ name: "Web", group_id: 1 }] },
  ],
};

const program = (resources = "{}") => projectFile("yaml", `resources: ${resources}\n`);

test("a hub called 2024 and its service are imported, and the code for them shows no changes", async () => {
  const page = await createPage({ program: "", files: { "Pulumi.yaml": program() }, emulator: { preset } });
  const imported = async (type: string, name: string, id: string) => {
    const done = await page.pulumi("import", `statushub:index:${type}`, name, id, "--yes", "--protect=false");
    expect(done).toMatchObject({ code: 0 });
    return done.stdout.split(/^resources:\n/m)[1]?.trimEnd() ?? "";
  };

  const hub = await imported("Hub", "year", "2024");
  const service = await imported("Service", "web", "2024/1");
  expect(hub).toMatch(/subdomain: .?2024/);
  await page.write({ "Pulumi.yaml": program(`\n${hub}\n${service}`) });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(await page.state()).toMatchObject({ year: { id: "2" }, web: { id: "1", outputs: { hubId: "2" } } });
  expect(page.takeWrites()).toEqual([]);
});
