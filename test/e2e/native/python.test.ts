import { expect, test } from "vitest";
import { compileTime, createPythonPage } from "../../engine/native.ts";
import type { createPage } from "../../engine/page.ts";

interface Changes {
  readonly subdomain?: string;
  readonly name?: string;
  readonly options?: string;
}

const program = ({ subdomain = "acme", name = "API", options = "" }: Changes = {}) => `
import pulumi
import pulumi_statushub as statushub

hub = statushub.Hub("acme", subdomain="${subdomain}", name="Acme status")
api = statushub.Service("api", hub=hub, group_id=1, name="${name}", custom_id="api")
web = statushub.Service("web", hub=hub, group_id=2, name="Web"${options})
statushub.IncidentTemplate("down", hub=hub, title="Down", labels=["api"],
    incident_type=statushub.IncidentType.INVESTIGATING,
    service_statuses=[statushub.ServiceStatusArgs(service=api, status="down")])
statushub.MaintenanceTemplate("upgrade", hub=statushub.HubReferenceArgs(id=hub.id), title="Upgrade", duration=90)
statushub.Subscription("team", hub=hub, method="slack", address="https://hooks.example.com/codename-falcon",
    services=[api], configuration={"channel": "ops"})
statushub.Maintenance("patching", hub=hub, title="Patching",
    start_time="2026-12-06T02:00:00Z", end_time="2026-12-06T03:00:00Z",
    service_statuses=[{"service": api.id, "status": "degraded-performance"}],
    repeat=statushub.MaintenanceRepeatArgs(interval="weekly", options={"enabled_days": "sunday"}),
    notifications=[{"offset_in_min": -60, "offset_type": "start"}])
found = statushub.get_hub_output(subdomain="globex")
pulumi.export("found", found.name)
pulumi.export("hubId", api.hub_id)
pulumi.export("token", api.token)
`;

test(
  "a Python program on the plugin: previewed, created, clean, changed, drifted, imported, renamed, destroyed",
  async () => {
    const page = await createPythonPage(program());
    const write = (changes: Changes) => page.write({ "__main__.py": program(changes) });

    expect(await page.plan()).toMatchObject({ code: 7 });
    expect(page.emulator.requests.filter(({ path }) => path !== "/hubs/globex")).toEqual([]);
    expect(await page.up()).toMatchObject({ code: 0 });
    expect(await page.outputs()).toMatchObject({ found: "Globex", hubId: "1", token: "[secret]" });
    page.takeWrites();

    // Pulumi creates the two side by side: either may come first.
    const idOf = (name: string) => page.emulator.records("services").find((service) => service.name === name)?.id ?? 0;
    page.emulator.edit("services", idOf("API"), { description: "by hand" });
    page.emulator.edit("maintenance_templates", 1, { duration: 30 });
    await write({ name: "Public API" });
    const steps = [
      { op: "update", name: "api", properties: ["name"] },
      { op: "update", name: "upgrade", properties: ["duration"] },
    ];
    expect(await page.plan("--refresh")).toMatchObject({ code: 7, steps: expect.arrayContaining(steps) });
    expect(await page.up(undefined, "--refresh")).toMatchObject({ code: 0 });
    expect(page.takeWrites()).toHaveLength(2);

    await page.pulumi("state", "delete", await urnOf(page, "web"), "--yes");
    const id = idOf("Web");
    const options = `, opts=pulumi.ResourceOptions(import_="acme-status/${id}")`;
    await write({ name: "Public API", subdomain: "acme-status", options });
    expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("1 imported") });
    expect(page.takeWrites()).toEqual([{ method: "PUT", path: "/hubs/acme", body: { subdomain: "acme-status" } }]);
    expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });

    const { stdout } = await page.pulumi("stack", "export");
    expect(stdout).not.toContain("codename-falcon");
    expect(await page.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  },
  compileTime,
);

async function urnOf(page: Awaited<ReturnType<typeof createPage>>, name: string): Promise<string> {
  const { stdout } = await page.pulumi("stack", "export");
  const { deployment } = JSON.parse(stdout) as { deployment: { resources: { urn: string }[] } };
  return deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.urn ?? "";
}
