import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";
import { down } from "../scene.ts";

describe.each([
  {
    table: "incident_templates" as const,
    clauses: { silent: "[ITP-09]", values: "[ITP-19]" },
    silent: "silent_update",
    values: { body: "Body", incident_type: "monitoring", service_statuses: down() },
    draft: { title: "Mine", body: "Mine", incident_type: "identified", service_statuses: [], silent: true },
  },
  {
    table: "maintenance_templates" as const,
    clauses: { silent: "[MTP-10]", values: "[MTP-25]" },
    silent: "silent",
    values: { body: "Body", duration: 90 },
    draft: { title: "Mine", body: "Mine", duration: 5, silent: false },
  },
])("applying one of the $table", ({ table, clauses, silent, values, draft }) => {
  const path = `/hubs/acme/${table}`;

  it(`${clauses.silent} sets silent to true or false, or leaves it unset`, async () => {
    const api = await startEmulator();
    for (const value of [true, false, null]) await api.post(path, { title: "x", [silent]: value });
    const apply = (id: number) => api.emulator.applyTemplate(table, id, {});
    expect([apply(1).silent, apply(2).silent]).toEqual([true, false]);
    expect(apply(3)).not.toHaveProperty("silent");
  });

  it(`${clauses.values} only sets fields that have a value`, async () => {
    const api = await startEmulator();
    await createService(api);
    await api.post(path, { title: "Title" });
    await api.post(path, values);
    const apply = (id: number) => api.emulator.applyTemplate(table, id, draft);
    expect(apply(1)).toEqual({ ...draft, title: "Title" });
    expect(apply(2)).toEqual({ ...draft, ...values });
  });

  it("fails without an existing template", async () => {
    const api = await startEmulator();
    const apply = () => api.emulator.applyTemplate(table, 1, {});
    expect(apply).toThrow(`there is no template 1 in ${table}`);
    await api.post(path, { title: "x" });
    await api.delete(`${path}/1`);
    expect(apply).toThrow(`there is no template 1 in ${table}`);
  });
});
