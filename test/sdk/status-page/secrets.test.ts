import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as statushub from "../../../sdk/index.ts";
import * as native from "../../../sdk/native/index.ts";
import { everyPosition } from "../../model/page/every-position.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { recordRegistrations, settled } from "../registered.ts";

const { page, positions } = everyPosition();

const isSecret = (value: object) => "4dabf18193072939515e22adb298388d" in value;

/** The values in a value, as texts, with those in secrets listed separately. */
function textsIn(value: unknown, texts: { open: string[]; secret: string[] }, place: "open" | "secret" = "open"): void {
  if (typeof value !== "object" || value === null) texts[place].push(String(value));
  else if (isSecret(value)) textsIn((value as { value?: unknown }).value, texts, "secret");
  else for (const item of Object.values(value)) textsIn(item, texts, place);
}

test.each([
  { way: "dynamic", StatusPage: statushub.StatusPage },
  { way: "native", StatusPage: native.StatusPage },
])(
  "all secrets in the configuration are passed to Pulumi as secrets, at every position of a page: $way",
  async ({ StatusPage }) => {
    const folder = await temporaryFolder();
    const file = join(folder, "page.json");
    await writeFile(file, JSON.stringify(page));
    const config = Object.fromEntries(positions.map(({ name, text }) => [`project:${name}`, text]));

    await fc.assert(
      fc.asyncProperty(fc.subarray([...positions]), async (secrets) => {
        const keys = secrets.map(({ name }) => `project:${name}`);
        pulumi.runtime.setAllConfig(config, keys);
        const registered = await recordRegistrations();
        StatusPage.fromFile("page", file);
        await settled();

        for (const { resource, property, text, name } of secrets) {
          const found = registered.find(({ type, name: each }) => `${type.split(":").at(-1)} ${each}` === resource);
          const texts = { open: [], secret: [] as string[] };
          textsIn(found?.inputs[property], texts);
          const parts = text.startsWith("{") ? Object.values<string>(JSON.parse(text)) : [text];
          expect(texts.secret, name).toEqual(expect.arrayContaining(parts));
          expect(texts.open, name).not.toContain(parts[0]);
        }
        const left = registered.map(({ inputs }) => inputs);
        const all = { open: [] as string[], secret: [] };
        textsIn(left, all);
        const distinct = secrets.map(({ text }) => text).filter((text) => text.includes("zq"));
        expect(all.open.filter((open) => distinct.some((text) => open.includes(text)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);
