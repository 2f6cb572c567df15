import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { planFiles, rejectEdited } from "../../../cli/adopt/files.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it("notices files that are edited, created or deleted while the confirmation waits", async () => {
  const folder = await temporaryFolder();
  const path = (name: string) => join(folder, name);
  await writeFile(path("edited.ts"), "");
  await writeFile(path("deleted.ts"), "// mine");
  await writeFile(path("same.ts"), "// mine");
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
