import { describe, expect, it } from "vitest";
import { down } from "../../emulator/scene.ts";
import { replying } from "../../engine/reply.ts";
import { managed, startPage, startPageOf, startProject } from "../managed-project.ts";
import { failing, printing, statushub } from "../statushub.ts";

describe("without --hub, a template", () => {
  /** The stack has a template on acme, and the key sees globex, too. */
  async function startHubs() {
    const { emulator, env, writes } = await startPage("API is down");
    const add = (subdomain: string, title: string, service = 1) => {
      const body = { title, incident_type: "investigating", service_statuses: down(service) };
      emulator.perform("createIncidentTemplate", { params: { subdomain }, body });
    };
    emulator.perform("createService", { params: { subdomain: "globex" }, body: { group_id: 9, name: "Shop" } });
    add("globex", "Shop is down", 2);
    const { run } = await startProject([managed({ name: "api-down", id: "1" })], { config: "{}", env });
    const open = (...args: string[]) => run("incident", "open", ...args, "--stack", "prod");
    return { emulator, env, writes, add, open };
  }

  it("that no hub has is a wrong name, and the error says what comes near", async () => {
    const { open, writes } = await startHubs();
    const near =
      'There is no IncidentTemplate "shop-is-down" on the hubs acme and globex. Did you mean "Shop is down"?';
    expect(await open("shop-is-down", "--yes")).toMatchObject(failing(near));
    const far = "Templates: api-down, API is down, Shop is down. [SH6204]";
    expect(await open("payments", "--yes")).toMatchObject(failing(far));
    expect(writes()).toBe(0);
  });

  it("is looked for on the hubs of the stack first", async () => {
    const { open, add } = await startHubs();
    add("globex", "API is down", 2);
    expect(await open("API is down", "--yes")).toMatchObject(printing("Opened acme/1."));
  });

  it("on a hub that the stack doesn't name is used only if somebody confirms it", async () => {
    const { emulator, env, open, writes } = await startHubs();
    const refused =
      'IncidentTemplate "Shop is down" is on hub globex, which neither --hub nor the stack names. Nobody is asked before it is used, so pass the hub: --hub globex [SH6204]\n';
    expect(await open("Shop is down", "--yes")).toMatchObject({ code: 1, stderr: refused });
    expect(writes()).toBe(0);
    expect(await open("Shop is down", "--yes", "--hub", "globex")).toMatchObject(printing("Opened globex/1."));
    emulator.softDelete("incidents", 1);
    const args = ["incident", "open", "Shop is down"];
    const asked = await statushub(args, { env, through: replying("y\n") });
    expect(asked).toMatchObject(printing(/"Shop is down" opens on globex \(http.*Open it\?.*Opened globex\/2\./s));
  });

  it("isn't chosen if several of these hubs have it", async () => {
    const { env, add, writes } = await startHubs();
    add("globex", "API is down", 2);
    const result = await statushub(["incident", "open", "API is down", "--yes"], { env });
    expect(result).toMatchObject(failing('Several records match IncidentTemplate "API is down": acme/1, globex/3.'));
    expect(writes()).toBe(0);
  });

  it("needs none if the key sees one hub", async () => {
    const preset = { hubs: [{ subdomain: "acme", name: "Acme", groups: ["API"] }] };
    const { env } = await startPageOf(["API is down"], { preset });
    const result = await statushub(["incident", "open", "API is down", "--yes"], { env });
    expect(result).toMatchObject(printing("Opened acme/1."));
  });
});
