import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getChromium, type Source } from "../../../tools/browser/get-chromium.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const put = (file: string) => writeFile(file, "", { mode: 0o755 });

const closed = (name: string): Source => ({ name, install: () => Promise.reject(new Error("needs root")) });

test("Chromium on PATH is used, and nothing is installed", async () => {
  const [first, second] = [await temporaryFolder(), await temporaryFolder()];
  await put(join(second, "google-chrome"));
  const places = { path: [first, second], download: join(first, "chrome"), sources: [closed("never")] };
  expect(await getChromium(places)).toBe(join(second, "google-chrome"));
});

test("without one on PATH, playwright's own is used, and installed if necessary", async () => {
  const folder = await temporaryFolder();
  const download = join(folder, "chrome");
  const sources = [closed("Debian package"), { name: "download", install: () => put(download) }];
  expect(await getChromium({ path: [folder], download, sources })).toBe(download);
  expect(await getChromium({ path: [folder], download, sources: [] })).toBe(download);
});

test("a machine without Chromium fails with every method that was tried and what to do", async () => {
  const folder = await temporaryFolder();
  const sources = [closed("Debian package"), { name: "download", install: () => Promise.resolve() }];
  await expect(getChromium({ path: [folder], download: join(folder, "chrome"), sources })).rejects.toThrow(
    "could not be installed: Debian package: needs root; download: it brought no browser. Install Chromium or Chrome",
  );
});
