import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createEmulator } from "../../emulator/index.ts";
import { createClone, listProcessesIn, npm } from "./quickstart-clone.ts";

test("[PKG-4] the quickstart makes a page, does nothing the second time, and a preview then shows what was changed by hand", {
  timeout: 900_000,
}, async () => {
  const clone = await createClone();

  const first = await npm(clone, "run", "quickstart");
  expect(first.stdout).toMatch(/^StatusHub emulator listening on http:\/\/127\.0\.0\.1:\d+\/api\/v3$/m);
  expect(first.stdout).toContain("+ 17 created");
  expect(first.stdout).toContain("Made with 16 writes to the API: Tor Project status, 15 services in 4 groups.");
  expect(first.stdout).toMatch(/^The page: http:\/\/127\.0\.0\.1:\d+\/hubs\/tor-project$/m);

  const second = await npm(clone, "run", "quickstart");
  expect(second.stdout).toContain("17 unchanged");
  expect(second.stdout).toContain("Nothing changed, 0 writes to the API");
  expect(await listProcessesIn(clone)).toEqual([]);

  const emulator = await createEmulator({ data: join(clone, ".statushub/quickstart.data") });
  onTestFinished(emulator.close);
  await npm(clone, "run", "pulumi", "--", "config", "set", "statushub:baseUrl", emulator.url);
  const preview = () => npm(clone, "run", "pulumi", "--", "preview", "--run-program", "--expect-no-changes", "--diff");
  expect(await preview()).toMatchObject({ code: 0 });
  await fetch(`${emulator.url}/hubs/tor-project`, {
    method: "PUT",
    headers: { "X-API-KEY": emulator.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "By hand" }),
  });
  expect(await preview()).toMatchObject({
    code: 7,
    stdout: expect.stringContaining('~ name: "By hand" => "Tor Project status"'),
  });
});
