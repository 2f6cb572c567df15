import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/index.ts";
import { rowSchemas, type TableName } from "../../../emulator/state/row.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

// Object.keys is typed as string[]; the keys are the tables.
const tables = Object.keys(rowSchemas) as TableName[];
const params = { subdomain: "acme", subscription_id: 1 };
const service_statuses = [{ service_id: 1, status: "down" }];
const period = { start_time: "2030-01-01T00:00:00Z", end_time: "2030-01-02T00:00:00Z" };

/** A record of every kind that the control panel can create. */
function fill({ perform, setAccess, setPlatformAlert }: Emulator): void {
  perform("createService", { params, body: { group_id: 1, name: "API", custom_id: "api" } });
  const incident = { title: "x", start_time: null, incident_type: "identified", service_statuses };
  perform("createIncident", { params, body: incident });
  perform("createMaintenance", { params, body: { title: "x", ...period, service_statuses } });
  perform("createIncidentTemplate", { params, body: { title: "x", labels: ["a"] } });
  perform("createMaintenanceTemplate", { params, body: { title: "x" } });
  const subscription = { address: "a@example.com", method_name: "email", services_selection: { all: true } };
  perform("createSubscription", { params, body: subscription });
  setAccess("acme", { allowed_addresses: ["10.0.0.0/8"] });
  setPlatformAlert("acme", { title: "x" });
}

const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown[]>(undefined, Number.NaN, 1n, new Date(), () => 0, "2026-02-30T00:00:00Z", "\ud800", [1], -1),
  fc.constantFrom('{"__proto__": {"a": 1}}', '{"a": 1e999}').map((text) => JSON.parse(text)),
);
const place = { table: fc.constantFrom(...tables), id: fc.integer({ min: 1, max: 3 }) };
const steps = fc.oneof(
  fc.record({ step: fc.constant("edit" as const), ...place, field: fc.nat(), value: values }),
  fc.record({ step: fc.constantFrom("remove" as const, "soft" as const), ...place }),
  fc.record({ step: fc.constantFrom("configure" as const, "restore" as const, "reset" as const), value: values }),
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

// Values that JavaScript allows but the types don't.
function take(emulator: Emulator, step: Step): void {
  if (step.step === "edit") {
    const fields = Object.keys(rowSchemas[step.table].shape);
    emulator.edit(step.table, step.id, { [fields[step.field % fields.length] ?? ""]: step.value });
  } else if (step.step === "remove") emulator.remove(step.table, step.id);
  else if (step.step === "soft") emulator.softDelete(step.table as "services", step.id);
  else if (step.step === "configure")
    emulator.perform("updateSubscription", { params, body: { configuration: { value: step.value } } });
  else if (step.step === "restore") emulator.restore({ ...emulator.snapshot(), ...(step.value as object) });
  else emulator.reset();
}

it("any manual change is done as a whole or not at all, and the file holds the same as memory", async () => {
  const folder = await temporaryFolder();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (list) => {
      count += 1;
      const data = join(folder, String(count));
      const emulator = await createEmulator({ data });
      fill(emulator);
      for (const step of list) {
        const before = emulator.snapshot();
        try {
          take(emulator, step);
        } catch (error) {
          expect((error as Error).message).not.toMatch(/undefined|not a function|\[object/);
          expect(emulator.snapshot()).toEqual(before);
        }
        const { format, ...kept } = JSON.parse(await readFile(data, "utf8"));
        expect(kept).toEqual(JSON.parse(JSON.stringify(emulator.snapshot())));
      }
      const last = emulator.snapshot();
      await emulator.close();
      const next = await createEmulator({ data });
      expect(next.snapshot()).toEqual(last);
      await next.close();
    }),
    { numRuns: 60 },
  );
});
