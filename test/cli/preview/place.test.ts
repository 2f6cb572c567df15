import { expect, it } from "vitest";
import { previewOf, startStack } from "./rehearsal.ts";
import { textOf } from "./steps.ts";

const service = (name: string, label: string) => ({
  name,
  kind: "Service",
  args: { hub: { id: "1", subdomain: "acme" }, groupId: 1, name: label },
});

it("says where the program declares what an update changes, and not what it no longer declares", async () => {
  const { emulator, stack } = await startStack();
  await stack.up([service("api", "API"), service("web", "Web"), service("old", "Old")]);
  const { steps, ...asked } = await stack.ask([
    service("api", "Public API"),
    service("web", "Web"),
    service("new", "New"),
  ]);
  const placed = steps.map(({ newState, ...step }) => {
    const line = step.urn.endsWith("::api") ? 4 : 7;
    return { ...step, ...(newState && { newState: { ...newState, sourcePosition: `project:///index.ts#${line},1` } }) };
  });
  const text = textOf(await previewOf(emulator, [{ ...asked, steps: placed }]));
  expect(text).toContain('~ Service "API" (index.ts:4) is renamed to "Public API"');
  expect(text).toContain('+ Service "New" (index.ts:7) appears');
  expect(text).toContain('- Service "Old" disappears');
  expect(text).toContain('! Service "Old" is deleted');
});
