import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../emulator");
const read = (path: string) => readFileSync(join(folder, path), "utf8");

it("the list of errors has every status with which the emulator rejects a request", () => {
  const sources = globSync("**/*.ts", { cwd: folder }).filter((path) => !path.startsWith("differences"));
  const thrown = sources.flatMap((path) =>
    [...read(path).matchAll(/HttpError\(\s*(\d{3})/g)].map(([, status]) => status),
  );
  const listed = [...read("README.md").matchAll(/^- (\d{3}): /gm)].map(([, status]) => status);
  expect(new Set(thrown).size).toBeGreaterThan(10);
  expect(listed).toEqual(expect.arrayContaining(thrown));
});
