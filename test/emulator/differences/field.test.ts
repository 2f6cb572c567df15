import { describe, expect } from "vitest";
import type { FieldDifference } from "../../../emulator/index.ts";
import { createService, it } from "../emulation.ts";
import { createMaintenance, subscriptions, webhook, withServices } from "../scene.ts";

const services = "/hubs/acme/services";

describe("a difference of a field", () => {
  it.for<[FieldDifference, string, string]>([
    ["trim", "  API ", "API"],
    ["lower-case", "API", "api"],
    ["upper-case", "api", "API"],
    ["entity-encode", `a & <b> "c"`, "a &amp; &lt;b&gt; &quot;c&quot;"],
    ["strip-tags", "a <b>c</b>", "a c"],
    // A text that is no time.
    ["time-offset", "API Zone, TLS", "API Zone, TLS"],
    ["time-fraction", "API Zone, TLS", "API Zone, TLS"],
    ["time-round-up", "API Zone, TLS", "API Zone, TLS"],
    ["time-space", "API Zone, TLS", "API Zone, TLS"],
  ])("%s shows %j as %j in every response", async ([as, sent, shown], { api }) => {
    api.emulator.assume({ [as]: "services.name" });
    const responses = [
      (await api.post(services, { group_id: 1, name: sent })).body,
      (await api.get(`${services}/1`)).body,
      (await api.get(services)).body.data[0],
      (await api.put(`${services}/1`, { description: sent })).body,
    ];
    expect(responses.map(({ name }) => name)).toEqual([shown, shown, shown, shown]);
    expect(responses[3].description).toBe(sent);
    api.emulator.assume({});
    expect((await api.get(`${services}/1`)).body.name).toBe(sent);
  });

  it.for<[FieldDifference, string]>([
    ["time-offset", "2030-01-01T00:00:00+00:00"],
    ["time-fraction", "2030-01-01T00:00:00.000Z"],
    ["time-space", "2030-01-01 00:00:00"],
  ])("%s shows a time as %s, also in an inner field", async ([as, shown], { api }) => {
    await createService(api);
    await createMaintenance(api, { start_time: "2030-01-01T00:00:00Z", end_time: "2030-01-02T00:00:00Z" });
    api.emulator.assume({ [as]: ["maintenances.start_time", "maintenances.event_repeat.end_on"] });
    const event_repeat = { interval: "yearly", end_on: "2030-01-01T00:00:00Z" };
    const { body } = await api.put("/hubs/acme/maintenances/1", { event_repeat });
    expect([body.start_time, body.event_repeat.end_on]).toEqual([shown, shown]);
  });

  it("re-order reverses a list, and texts in a list are rewritten one by one", async ({ api }) => {
    api.emulator.assume({ "re-order": "incident_templates.labels", "upper-case": "incident_templates.labels" });
    const { body } = await api.post("/hubs/acme/incident_templates", { title: "x", labels: ["a", "b"] });
    expect(body.labels).toEqual(["B", "A"]);
  });

  it("omit leaves a field out of responses", async ({ api }) => {
    api.emulator.assume({ omit: "services.flags.archived" });
    expect((await createService(api)).flags).toEqual({ deleted: false });
  });

  it("ignore accepts a write and keeps the previous value, except for required fields", async ({ api }) => {
    await createService(api, { description: "old" });
    api.emulator.assume({ ignore: ["services.description", "services.name"] });
    const { status, body } = await api.put(`${services}/1`, { description: "new", name: "new", public_name: "new" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ description: "old", name: "Web", public_name: "new" });
    expect((await api.put(`${services}/1`, { description: 1 })).status).toBe(422);
    expect(await createService(api, { description: "x", name: "y" })).toMatchObject({ description: null, name: "y" });
  });

  it.each(["__proto__.toString", "constructor.prototype.toString", "__proto__", "constructor", "nope"])(
    "only changes what the record itself has, unlike %s",
    async (field) => {
      const api = await withServices();
      const { body: subscription } = await api.post(subscriptions, webhook({ configuration: { token: "a" } }));
      for (const as of ["ignore", "omit", "upper-case"] as const) {
        api.emulator.assume({ [as]: `subscriptions.configuration.${field}` });
        expect(await api.put(`${subscriptions}/1`, {})).toMatchObject({ status: 200, body: subscription });
        expect((await api.get(`${subscriptions}/1`)).body).toStrictEqual(subscription);
      }
    },
  );

  it("only applies to its resource", async ({ api }) => {
    api.emulator.assume({ "upper-case": "services.name" });
    expect((await api.get("/hubs/acme")).body.name).toBe("Acme");
  });
});
