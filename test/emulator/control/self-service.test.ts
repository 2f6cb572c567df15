import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";

describe("the recipient of a subscription", () => {
  const path = "/hubs/acme/subscriptions";
  const subscription = { address: "https://example.com", method_name: "webhook", services_selection: { all: true } };

  it("[SUB-18] can neither select services nor unsubscribe if it is protected", async () => {
    const api = await startEmulator();
    await createService(api);
    const { body } = await api.post(path, { ...subscription, protected: true });
    expect(() => api.emulator.selfService.selectServices(1, { service_ids: [1] })).toThrow("is protected");
    expect(() => api.emulator.selfService.unsubscribe(1)).toThrow("is protected");
    expect((await api.get(`${path}/1`)).body).toEqual(body);
  });
});
