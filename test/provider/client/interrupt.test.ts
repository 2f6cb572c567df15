import { expect, onTestFinished, test } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";
import { startHost } from "../../engine-model/host.ts";

test("RAT-6: Pulumi's provider process ends immediately on SIGINT while requests wait for the rate limit", async () => {
  const emulator = await createEmulator();
  onTestFinished(() => emulator.close());
  const host = await startHost();
  onTestFinished(() => host.close());
  const config = { "statushub:baseUrl": emulator.url, "statushub:apiKey": emulator.apiKey };
  const provider = await host.connect("Service", config);
  emulator.faults.add({ method: "POST", status: 429, headers: { "Retry-After": "600" }, times: 100 });
  const names = Array.from({ length: 8 }, (_, index) => `Service ${index}`);
  const creates = names.map((name) => provider.create({ hub: "acme", groupId: 1, name }));
  const settled = Promise.allSettled(creates);
  while (!emulator.requests.some(({ status }) => status === 429)) await new Promise((resolve) => setImmediate(resolve));

  expect(await host.interrupt()).toBe("SIGINT");
  expect((await settled).map(({ status }) => status)).toEqual(names.map(() => "rejected"));
  expect(host.printed).toContain("the API asks to wait 600 s");
});
