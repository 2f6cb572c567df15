import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPreset } from "../../../emulator/preset/file.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { startEmulator } from "../emulation.ts";

async function presetFile(text: string): Promise<string> {
  const path = join(await temporaryFolder(), "preset.json");
  await writeFile(path, text);
  return path;
}

it("starts with the hubs of a file", async () => {
  const path = await presetFile('{"hubs": [{"subdomain": "tor-project", "name": "Tor", "groups": ["Network"]}]}');

  const { body } = await (await startEmulator({ preset: readPreset(path) })).get("/hubs");

  expect(body.data).toMatchObject([{ id: 1, subdomain: "tor-project", name: "Tor" }]);
});

it.each([
  ["invalid JSON", "{", "Cannot read the preset"],
  ["no hub", { hubs: [] }, "at hubs"],
  ["a hub without a name", { hubs: [{ subdomain: "x1" }] }, "at hubs[0].name"],
  ["a malformed subdomain", { hubs: [{ subdomain: "Not this", name: "X" }] }, "at hubs[0].subdomain"],
  [
    "several fields that are not known, even deep inside",
    { hubs: [{ subdomain: "x1", name: "X", services: [{ group_id: 1, name: "A", nmae: "B" }], group: [] }] },
    "✖ is not known\n  → at hubs[0].services[0].nmae\n✖ is not known\n  → at hubs[0].group",
  ],
  [
    "a record of another form",
    { hubs: [{ subdomain: "x1", name: "X", services: [{ group_id: "1", name: "A" }] }] },
    "at hubs[0].services[0].group_id",
  ],
  [
    "a wrong role",
    { hubs: [{ subdomain: "x1", name: "X" }], keys: [{ key: "k", role: "owner", owner: "o" }] },
    "at keys[0].role",
  ],
  ["no key", { hubs: [{ subdomain: "x1", name: "X" }], keys: [] }, "at keys"],
])("rejects a file with %s, and says where", async (_, content, problem) => {
  const path = await presetFile(typeof content === "string" ? content : JSON.stringify(content));

  expect(() => readPreset(path)).toThrow(problem);
  expect(() => readPreset(path)).toThrow(path);
});
