import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { planFiles, planProjectFile, rejectEdited } from "../../../cli/adopt/files.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it("notices files that are edited, created or deleted while the confirmation waits", async () => {
  const folder = await temporaryFolder({ "edited.ts": "", "deleted.ts": "// mine", "same.ts": "// mine" });
  const path = (name: string) => join(folder, name);
  const names = ["edited.ts", "deleted.ts", "created.ts", "same.ts"];
  const planned = planFiles(new Map(names.map((name) => [path(name), "// adopted"])));
  const copies = planned.flatMap(({ copy }) => copy ?? []);
  expect(() => rejectEdited([...copies, ...planned], folder)).not.toThrow();

  await writeFile(path("edited.ts"), "// my work");
  await writeFile(path("created.ts"), "// my work");
  await rm(path("deleted.ts"));
  await writeFile(path("same.ts.bak"), "// my copy");
  expect(() => rejectEdited([...copies, ...planned], folder)).toThrow(
    "Nothing was changed, because same.ts.bak, edited.ts, deleted.ts, created.ts changed",
  );
});

async function planFor(text: string) {
  return planProjectFile(join(await temporaryFolder({ "Pulumi.yaml": text }), "Pulumi.yaml"));
}

it.each([
  ["name: page\nruntime: nodejs", "name: page\nruntime: nodejs\noptions:\n  refresh: always\n"],
  ["# Ours\nname: page # it\n\n", "# Ours\nname: page # it\n\noptions:\n  refresh: always\n"],
  [
    "name: page\ndescription: |+\n  Two empty lines\n\n\n",
    "name: page\ndescription: |+\n  Two empty lines\n\n\noptions:\n  refresh: always\n",
  ],
  [
    "options:\n    # other\n    x: y\nname: page\n",
    "options:\n    # other\n    refresh: always\n    x: y\nname: page\n",
  ],
  ["name: page\noptions: { x: y }\n", "name: page\noptions: { refresh: always, x: y }\n"],
  ["options: {} # none\nname: page\n", "options: { refresh: always } # none\nname: page\n"],
  ["options:\nname: page\n", "options: { refresh: always }\nname: page\n"],
  ["name: page\noptions: ~\n", "name: page\noptions: { refresh: always }\n"],
])("sets refresh in Pulumi.yaml and keeps the rest unchanged: %j", async (text, expected) => {
  expect(await planFor(text)).toMatchObject({ text: expected, before: text });
});

it.each(["name: page\noptions:\n  refresh: never\n", "name: page\noptions: { refresh: always }\n"])(
  "leaves a Pulumi.yaml that configures refresh: %j",
  async (text) => expect(await planFor(text)).toBeUndefined(),
);

it.each([
  "name: page\noptions: none\n",
  "name: [page\n",
  "{ name: page, runtime: nodejs }\n",
  "  name: page\n  runtime: nodejs\n",
  "name: page\noptions:\n  ? x\n  : y\n",
  "name: page\n...\n",
  "",
])("leaves a Pulumi.yaml that it can't extend to you: %j", async (text) => expect(await planFor(text)).toBe("manual"));
