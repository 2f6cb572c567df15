import { expect, test, vi } from "vitest";
import { type DynamicProvider, handler } from "../../../provider/dynamic/handler.ts";

test("a draft that a program no longer declares causes a warning, which Pulumi shows on the stack", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { check } = handler("Maintenance") as DynamicProvider;
  const news = {
    hub: "acme",
    title: "Patching",
    startTime: "2031-12-06T02:00:00Z",
    endTime: "2031-12-06T03:00:00Z",
    serviceStatuses: [{ service: "1", status: "down" }],
  };
  await check({ ...news, state: "draft" }, news);
  const printed = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();

  expect(printed).toEqual([expect.stringMatching(/^warning: Maintenance "Patching" .* publishes the record\. .*\n$/)]);
});
