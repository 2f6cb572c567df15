import { expect, it } from "vitest";
import { createEmulator, type EmulatorOptions } from "../../emulator/index.ts";
import { outputOf } from "../../tools/command.ts";
import { startEmulator } from "./emulation.ts";

// As a test in JavaScript may write them.
const options = (given: object) => given as EmulatorOptions;

it.each<[object, string]>([
  [{ limits: "of" }, 'limits must be "real", "off" or'],
  [{ limits: { reads: 30 } }, 'limits must be "real", "off" or'],
  [{ limits: { reads: -1, writes: 5 } }, "limits.reads must be a number from 0"],
  [{ limits: { reads: Number.NaN, writes: 5 } }, 'limits must be "real", "off" or'],
  [{ port: 70_000 }, "port must be a number from 0 to 65535"],
  [{ port: "4180" }, "port must be a number from 0 to 65535"],
  [{ data: 5 }, "data must be the name of a file"],
  [{ strict: "yes" }, "strict must be true or false"],
  [{ assume: { "record-ids": "words" } }, "assume.record-ids must be one of text, "],
  [{ assume: { "no-such-guess": "text" } }, "assume.no-such-guess is not known"],
  [{ assume: { "restored-id": "old" } }, "assume.restored-id must be one of new"],
  [{ assume: { trim: "service.name" } }, "assume.trim must be a field, such as services.name, of one of "],
  [{ assume: { omit: ["services.name", "services."] } }, "assume.omit[1] must be a field, such as services.name"],
  [{ assume: { omit: "services.nope" } }, "assume.omit must be a field of services: group_id, name, public_name, "],
  [{ assume: { omit: ["maintenances.event_repeat.nope"] } }, "assume.omit[0] must be a field of maintenances: title, "],
  [{ seriesDays: -1 }, "seriesDays must be a whole number of days"],
  [{ seriesDays: Number.NaN }, "seriesDays must be a whole number of days"],
  [{ clock: () => 0 }, "clock must be an object with now()"],
  [{ limit: "off" }, "limit is not known"],
])("the option %j is rejected", async (given, problem) => {
  await expect(createEmulator(options(given))).rejects.toThrow(`The emulator cannot start, because ${problem}`);
});

it("undefined selects the default of every option, and Infinity means no limit", async () => {
  const names = "port data preset limits strict assume seriesDays clock".split(" ");
  const given = Object.fromEntries(names.map((name) => [name, undefined]));
  await (await createEmulator(options(given))).close();
  const api = await startEmulator({ limits: { reads: Number.POSITIVE_INFINITY, writes: 0 } });
  expect([(await api.get("/hubs")).status, (await api.put("/hubs/acme", {})).status]).toEqual([200, 429]);
});

it("says on an older Node which one it needs", async () => {
  const script = `
    Object.defineProperty(process.versions, "node", { value: "20.19.0" });
    const { createEmulator } = await import(${JSON.stringify(new URL("../../emulator/index.ts", import.meta.url).href)});
    await createEmulator().catch(({ message }) => console.log(message));
    process.exit();`;
  const stdout = await outputOf(process.execPath, ["--input-type=module", "--eval", script]);
  expect(stdout).toMatch(/^[^\n]*22\.19[^\n]*20\.19\.0[^\n]*\[SH6501\]\n$/);
});
