import { mkdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { locksIn, requireEnded } from "../../../cli/recover/lock.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const stack = { name: "organization/page/dev", cwd: process.cwd(), project: { name: "page" } as never };
const left = { pid: 2 ** 22 + 1, username: "ann", hostname: hostname(), timestamp: "2030-01-01T00:00:00Z" };

it("finds the locks of a stack whose state is in a folder", async () => {
  const folder = await temporaryFolder();
  const url = pathToFileURL(folder).href;
  expect(locksIn(url, stack)).toEqual([]);
  const locks = join(folder, ".pulumi/locks/organization/page/dev");
  await mkdir(locks, { recursive: true });
  await writeFile(join(locks, "one.json"), JSON.stringify(left));
  expect(locksIn(url, stack)).toEqual([{ ...left, path: join(locks, "one.json") }]);
  expect(locksIn("s3://bucket", stack)).toEqual([]);
  // Killed while it was writing its lock.
  await writeFile(join(locks, "one.json"), '{"pid": 3');
  expect(() => requireEnded(stack, locksIn(url, stack))).toThrow(/unknown@unknown.* pulumi cancel --yes/);
});

it.each([
  [
    "a run that is still in progress",
    { pid: process.pid },
    /process \d+, .*still in progress.* pulumi cancel --yes .*\[SH6130\]$/,
  ],
  ["a different machine", { hostname: "runner-7" }, /ann@runner-7.* pulumi cancel --yes --stack \S+ \[SH6130\]$/],
])("never removes a lock of %s", (_, about, message) => {
  expect(() => requireEnded(stack, [{ ...left, path: "", ...about }])).toThrow(message);
});

it("removes a lock of this machine whose process has ended", () => {
  expect(() => requireEnded(stack, [{ ...left, path: "" }])).not.toThrow();
});
