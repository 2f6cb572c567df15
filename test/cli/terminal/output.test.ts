import { expect, it } from "vitest";
import { neutralized } from "../../../cli/terminal/output.ts";
import { startAccount, statushub } from "../statushub.ts";

/** Changes the direction, clears the screen, returns to the start of the line, and forges a link. */
const attack =
  "API \u202egnp.exe\u202c \u001b[2J\r\u2066x\u2069 \u009b2J \u061c\u200e \u001b]8;;https://example.com\u0007";

/** All control characters except line breaks and tabs, and all characters that set a direction. */
const isSafe = (text: string) => !/[^\P{Cc}\n\t]|\p{Bidi_Control}/u.test(text);

it.each([
  [
    attack,
    "API \\u202egnp.exe\\u202c \\u001b[2J\\u000d\\u2066x\\u2069 \\u009b2J \\u061c\\u200e \\u001b]8;;https://example.com\\u0007",
  ],
  ["one\ntwo\r\n\tthree", "one\ntwo\r\n\tthree"],
  ["Größe, שלום, 状態, 👩‍🚀", "Größe, שלום, 状態, 👩‍🚀"],
])("escapes control characters and no letters: %j", (text, shown) => {
  expect(neutralized(text)).toBe(shown);
  expect(isSafe(shown.replace("\r\n", "\n"))).toBe(true);
});

it("escapes control characters from the API in each command, on both streams, and keeps the values in JSON", async () => {
  const { emulator, env } = await startAccount();
  emulator.edit("hubs", 1, { name: attack });
  emulator.faults.add({ method: "GET", path: "/hubs/broken", status: 422, body: { error: attack }, times: 9 });

  const json = await statushub(["adopt", "acme", "--kind", "hub", "--json"], { env });
  const rejected = await statushub(["adopt", "broken", "--json"], { env });
  const unknown = await statushub(["adopt", attack, "--json"], { env });

  expect(JSON.parse(json.stdout).acme.Hub[0].name).toBe(attack);
  expect(rejected.stderr).toContain("gnp.exe");
  expect(unknown.stderr).toContain("\\u202egnp.exe");
  expect([json, rejected, unknown].map(({ stdout, stderr }) => isSafe(stdout + stderr))).toEqual([true, true, true]);
});

it("keeps our own colors", async () => {
  const { env } = await startAccount();
  const { stdout } = await statushub(["doctor"], { env: { ...env, FORCE_COLOR: "1" } });
  expect(stdout).toContain("\u001b[32mok     \u001b[39m");
});
