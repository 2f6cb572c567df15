import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { isExecutable } from "../engine/installation.ts";
import { InterruptedError, runStep } from "../engine/step.ts";

const executableNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Returns the path of Chromium: one on PATH, one that playwright has downloaded, or else one that we install, which
 * takes a minute or two. On failure, lists every method that was tried, and why it failed.
 */
export async function getChromium(): Promise<string> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => executableNames.map((name) => join(folder, name)));
  const find = () => [...onPath, chromium.executablePath()].find(isExecutable);
  const present = find();
  if (present !== undefined) return present;
  const reasons: string[] = [];
  for (const { name, install } of [debianPackage, playwrightDownload]) {
    try {
      await install();
      const installed = find();
      if (installed !== undefined) return installed;
      reasons.push(`${name}: it brought no browser`);
    } catch (error) {
      if (error instanceof InterruptedError) throw error;
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `There is no Chromium on this machine, and it could not be installed: ${reasons.join("; ")}. ` +
      "Install Chromium or Chrome so that it is on PATH, and run this again.",
  );
}

const debianPackage = {
  name: "Debian package",
  install: async () => {
    if (process.getuid?.() !== 0) throw new Error("needs root");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (title: string, ...args: string[]) => runStep({ title, command: "apt-get", args, env, limit: 600 });
    await apt("Reading the list of Debian packages", "update");
    await apt("Installing Chromium", "install", "--yes", "--no-install-recommends", "chromium");
  },
};

const playwrightDownload = {
  name: "download by playwright",
  install: () => {
    const folder = dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
    const args = [join(folder, "cli.js"), "install", "chromium"];
    return runStep({ title: "Downloading Chromium", command: process.execPath, args, limit: 600 });
  },
};
