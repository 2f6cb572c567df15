import { describe, expect, it } from "vitest";
import type { SoftTable } from "../../../../emulator/control/controls.ts";
import { documentedOnly } from "../../../../emulator/index.ts";
import type { Declared } from "../../../../model/api/form.ts";
import type { Definition } from "../../../../model/kinds/kind.ts";
import { maintenanceTemplate } from "../../../../model/kinds/maintenance-template.ts";
import { service } from "../../../../model/kinds/service.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import { startScene } from "../scene.ts";

const template = { title: "Upgrade", duration: 90 };
const sms = { method: "sms", address: "+1 555 0100", services: "all" };

const gone =
  /^Could not update MaintenanceTemplate "Upgrade" \(ID 1\) in hub "acme": it was deleted on the hub\. Run pulumi up --refresh, which creates it again\./;

describe("an update without a refresh", () => {
  it.each<[SoftTable, "softDelete" | "remove", Definition, Declared, Declared, RegExp]>([
    ["maintenance_templates", "softDelete", maintenanceTemplate, template, { duration: 60 }, gone],
    ["maintenance_templates", "remove", maintenanceTemplate, template, { duration: 60 }, gone],
    ["subscriptions", "softDelete", subscription, sms, { label: "Team A" }, /--refresh, which restores it/],
  ])(
    "of one of %s that somebody deleted (%s) says what to do",
    async (table, way, definition, declared, change, said) => {
      const scene = await startScene(definition, { clock: { now: () => Date.UTC(2026, 11, 1) } });
      const made = await scene.create(declared);
      scene.emulator[way](table, 1);

      await expect(scene.update(made, { ...declared, ...change })).rejects.toThrow(said);
    },
  );

  it.each(["not-found", "not-allowed"] as const)(
    "that the API doesn't have is reported as such: %s",
    async (missing) => {
      const assume = { ...documentedOnly, "inferred-operations": missing };
      const scene = await startScene(maintenanceTemplate, { assume });
      const made = await scene.create(template);

      await expect(scene.update(made, { ...template, duration: 60 })).rejects.toThrow(
        /the API can't update this kind of record/,
      );
    },
  );
});

it("a create that can't search for leftovers of an interrupted run sends nothing", async () => {
  const scene = await startScene(maintenanceTemplate);
  scene.emulator.faults.add({ operation: "listMaintenanceTemplates", status: 403 });

  await expect(scene.create(template)).rejects.toThrow(/403/);
  expect(scene.takeWrites()).toEqual([]);
});

it("a delete that returns 404 is an error if the hub isn't visible, because then nothing is known", async () => {
  const scene = await startScene(subscription);
  const made = await scene.create(sms);
  const always = { times: Number.POSITIVE_INFINITY };
  // Visible when the hub is looked up first, but not afterwards.
  scene.emulator.faults.add({ operation: "getHub", status: 404, after: 1, ...always });
  scene.emulator.faults.add({ operation: "listHubs", status: 200, body: { data: [] }, ...always });
  scene.emulator.faults.add({ operation: "deleteSubscription", status: 404 });

  await expect(scene.remove(made)).rejects.toThrow(
    /Could not delete Subscription "sms" .* is not visible with this key/,
  );
});

it("an update to a value that another record has names that record, and how to swap two", async () => {
  const scene = await startScene(service);
  await scene.create({ groupId: 1, name: "One", customId: "one" });
  const two = await scene.create({ groupId: 1, name: "Two", customId: "two" });

  await expect(scene.update(two, { groupId: 1, name: "Two", customId: "one" })).rejects.toThrow(
    /it conflicts with Service 4, which has the same customId .* To swap the values of two records/,
  );
});

it("a create in conflict quotes only the beginning of a long reason, so that the advice is read", async () => {
  const scene = await startScene(service);
  const body = { group_id: 1, name: "One", custom_id: "one" };
  scene.emulator.perform("createService", { params: { subdomain: "acme" }, body });
  scene.emulator.faults.add({ operation: "createService", status: 409, body: { error: "is taken ".repeat(40) } });
  const failure = await scene.create({ groupId: 1, name: "Two", customId: "one" }).catch(String);
  expect(failure).toMatch(/is tak\.\.\."\).*\[SH4005\]$/);
  expect(String(failure).length).toBeLessThan(430);
});

describe("if the search for the reason of a rejection fails, the API's words are reported", () => {
  const words = { status: 422, body: { error: "customId is odd" } };
  const failing = { status: 503, times: Number.POSITIVE_INFINITY };
  const declared = { groupId: 1, name: "One", customId: "one" };

  it("of a create", async () => {
    const scene = await startScene(service);
    scene.emulator.faults.add({ operation: "createService", ...words });
    scene.emulator.faults.add({ operation: "listServices", after: 1, ...failing });

    await expect(scene.create(declared)).rejects.toThrow(/422: "customId is odd"/);
  });

  it.each(["getService", "listServices"] as const)("of an update (%s)", async (operation) => {
    const scene = await startScene(service);
    const made = await scene.create(declared);
    scene.emulator.faults.add({ operation: "updateService", ...words });
    scene.emulator.faults.add({ operation, ...failing });

    await expect(scene.update(made, { ...declared, customId: "two" })).rejects.toThrow(/422: "customId is odd"/);
  });

  it("of a delete", async () => {
    const scene = await startScene(service);
    const made = await scene.create(declared);
    scene.emulator.faults.add({ operation: "deleteService", ...words });
    scene.emulator.faults.add({ operation: "getService", ...failing });

    await expect(scene.remove(made)).rejects.toThrow(/422: "customId is odd"/);
  });

  it("of a restore", async () => {
    const scene = await startScene(subscription);
    const made = await scene.create(sms);
    scene.emulator.softDelete("subscriptions", 1);
    const deleted = await scene.refresh(made);
    scene.emulator.faults.add({ operation: "restoreSubscriberSubscription", ...words });
    scene.emulator.faults.add({ operation: "listSubscriptions", after: 2, ...failing });

    await expect(scene.update(deleted, sms)).rejects.toThrow(/422: "customId is odd"/);
  });
});
