import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readPreset } from "../../emulator/state/preset-file.ts";
import { startEmulator } from "./emulation.ts";

async function presetFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-preset-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "preset.json"), text);
  return join(folder, "preset.json");
}

it("begins with the hubs of a file", async () => {
  const path = await presetFile('{"hubs": [{"subdomain": "tor-project", "name": "Tor", "groups": ["Network"]}]}');

  const { body } = await (await startEmulator({ preset: readPreset(path) })).get("/hubs");

  expect(body.data).toMatchObject([{ id: 1, subdomain: "tor-project", name: "Tor" }]);
});

it.each([
  ["no JSON", "{", "Cannot read the preset"],
  ["no hub", '{"hubs": []}', "hubs"],
  ["a key that is not known", '{"hubs": [{"subdomain": "x1", "name": "X", "group": []}]}', "group"],
  [
    "a wrong role",
    '{"hubs": [{"subdomain": "x1", "name": "X"}], "keys": [{"key": "k", "role": "owner", "owner": "o"}]}',
    "role",
  ],
])("refuses a file with %s, and says what is wrong", async (_, text, problem) => {
  const path = await presetFile(text);

  expect(() => readPreset(path)).toThrow(problem);
  expect(() => readPreset(path)).toThrow(path);
});
