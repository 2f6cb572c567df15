import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import type { Values } from "../../../provider/resources/define.ts";
import { maintenanceTemplate } from "../../../provider/resources/maintenance-template.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { type Scene, startScene } from "../lifecycle/scene.ts";
import { recordOf } from "./round-trip.ts";

const base = { title: "Patching" };

it("[MTP-16] a template on the second page is found in the list", async () => {
  const scene = await startScene(maintenanceTemplate);
  let last = await scene.create({ title: "0" });
  for (let count = 1; count <= 100; count += 1) last = await scene.create({ title: String(count) });
  scene.emulator.clearRequests();

  expect(await scene.refresh(last)).toEqual(last);
  const lists = scene.emulator.requests.filter(({ operation }) => operation === "listMaintenanceTemplates");
  expect(lists.map(({ query }) => [query.page, query.per_page])).toEqual([
    ["1", "100"],
    ["2", "100"],
  ]);
  expect(scene.emulator.requests.filter(({ operation }) => operation === "getMaintenanceTemplate")).toEqual([]);
});

describe("[MTP-18] a deleted template", () => {
  /** Template 1, which somebody else made and deleted. */
  const leaveDeleted = async ({ emulator }: Scene) => {
    expect((await apiOf(emulator).post("/hubs/acme/maintenance_templates", base)).status).toBe(200);
    emulator.softDelete("maintenance_templates", 1);
  };

  it("is not in the list that is asked for, and gone", async () => {
    const scene = await startScene(maintenanceTemplate);
    const [made, other] = [await scene.create(base), await scene.create({ title: "Upgrade" })];
    scene.emulator.softDelete("maintenance_templates", Number(made.id));

    expect(await scene.read(made)).toBeUndefined();
    expect(await scene.refresh(other)).toEqual(other);
    for (const { query } of scene.emulator.requests) expect(query).not.toHaveProperty("deleted");
  });

  it("does not stand in the way of a new one with the same values", async () => {
    const scene = await startScene(maintenanceTemplate);
    await leaveDeleted(scene);

    expect((await scene.create(base)).id).toBe("2");
  });

  it("is gone, and in nobody's way, also where the list shows deleted ones", async () => {
    const scene = await startScene(maintenanceTemplate);
    await leaveDeleted(scene);
    const record = await recordOf(scene, "maintenance_templates/1");
    const body = { data: [record], page_count: 1 };
    scene.emulator.faults.add({ operation: "listMaintenanceTemplates", status: 200, body, times: 2 });

    const made = await scene.create(base);
    expect(made.id).toBe("2");
    expect(await scene.read({ ...made, id: "1" })).toBeUndefined();
  });
});

describe("check", () => {
  const paths = (values: Values) =>
    check(maintenanceTemplate, { hub: "acme", ...base, ...values }).map(({ path }) => path[0]);

  it.each([
    [null, []],
    [0, ["duration"]],
    [1, []],
    [5999, []],
    [6000, ["duration"]],
    [1.5, ["duration"]],
  ])("[MTP-05] [MTP-06] of a duration of %s minutes", (duration, found) => {
    expect(paths({ duration })).toEqual(found);
  });

  it("[MTP-11] knows no incidentType", () => {
    expect(paths({ incidentType: "resolved" })).toEqual(["incidentType"]);
  });
});
