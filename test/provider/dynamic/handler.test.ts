import { expect, test, vi } from "vitest";
import { type DynamicProvider, handler } from "../../../provider/dynamic/handler.ts";
import { patching } from "../../model/kinds/patching.ts";

test("a draft that a program no longer declares causes a warning, which Pulumi shows on the stack", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { check, diff } = handler("Maintenance") as DynamicProvider;
  const draft = { ...patching, state: "draft" };
  await check(draft, patching);
  await diff("1", draft, patching);
  const printed = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();

  expect(printed).toEqual([expect.stringMatching(/^warning: Maintenance "Patching" .* publishes the record\. .*\n$/)]);
});

test("settings of another type than text are reported and not a crash", async () => {
  const { configure, check } = handler("Service") as DynamicProvider;
  const settings: Record<string, unknown> = { "statushub:apiKey": "k", "statushub:account": { name: "acme" } };
  configure({ config: { get: (key) => settings[key] as string | undefined } });
  const { failures } = await check({}, { hub: "acme", groupId: 1, name: "API" });

  expect(failures).toEqual([
    { property: "", reason: expect.stringMatching(/^statushub:account must be the first part/) },
  ]);
});

test.each([
  ["nothing, if nothing differs", {}, {}, { changes: false }],
  ["what Pulumi sees itself", { name: "Web" }, {}, { replaces: [], deleteBeforeReplace: false }],
  [
    "a difference that Pulumi wouldn't see",
    {},
    { __unconfirmed: ["name"] },
    { changes: true, replaces: [], deleteBeforeReplace: false },
  ],
])("tells Pulumi %s", async (_, edit, ownKeys, expected) => {
  const { diff } = handler("Service") as DynamicProvider;
  const program = { hub: "acme", groupId: 1, name: "API" };
  const state = { ...program, hubId: "1", __declared: ["groupId", "name"], __provider: "", ...ownKeys };
  expect(await diff("1", state, { ...program, ...edit })).toEqual(expected);
});
