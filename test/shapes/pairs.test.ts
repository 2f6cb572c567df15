import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, inject, test } from "vitest";
import { hidesReadIds } from "../../cli/project/pulumi.ts";
import manifest from "../../package.json" with { type: "json" };
import { accessTo } from "../../tools/command.ts";
import { getPulumi } from "../../tools/engine/get-pulumi.ts";
import { plugins } from "../engine/native.ts";
import { takeWrites } from "../engine/page.ts";
import { createProject, execute, projectOf, type Run } from "../engine/project.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { renderPage } from "./page.ts";
import { findPairs, type Pair, type TriedPair } from "./pairs.ts";
import { packageManagers } from "./shapes.ts";

test("[PKG-1] our resources and lookups work in each pair of versions of Pulumi", async () => {
  const tried: TriedPair[] = [];
  const workspaces = new Map<string, Promise<string>>();
  for (const pair of await findPairs()) {
    const workspace = workspaces.get(pair.sdk) ?? install(pair.sdk);
    workspaces.set(pair.sdk, workspace);
    tried.push(await live(pair, await workspace));
  }
  for (const { knowsReadIds, ...pair } of tried) expect(knowsReadIds, JSON.stringify(pair)).toBe(!hidesReadIds(pair));
  await expect(`${JSON.stringify(tried, null, 2)}\n`).toMatchFileSnapshot("pairs.json");
  await expect(renderPage(tried)).toMatchFileSnapshot("../../docs/compatibility.md");
});

/** Returns a folder in which projects find the package and a version of the SDK. */
async function install(sdk: string): Promise<string> {
  const folder = await temporaryFolder();
  const dependencies = { "@pulumi/pulumi": sdk, "pulumi-statushub": `file:${inject("tarball")}` };
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "pairs", private: true, dependencies }));
  const [npm = "", ...args] = packageManagers.npm.install;
  expect(await execute(npm, args, { cwd: folder })).toMatchObject({ code: 0 });
  return folder;
}

const preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme",
      groups: ["One", "Two"],
      services: [
        { name: "Website", group_id: 2 },
        { name: "Database", group_id: 2, custom_id: "db" },
      ],
    },
  ],
};

/** Looks records up in each way, refers to them, and manages some, with both providers. */
const program = (description: string) => `
import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-statushub";
import * as native from "pulumi-statushub/native";

function live(name: string, statushub: typeof dynamic) {
  const hub = statushub.Hub.find(name, { subdomain: "acme" });
  const db = statushub.Service.find(name + "-db", { hub, customId: "db" });
  const web = statushub.Service.get(name + "-web", "1", { hub });
  new statushub.Service(name, { hub, groupId: 1, name, description: "${description}" });
  const serviceStatuses = [db, web].map((service) => ({ service, status: "down" as const }));
  new statushub.IncidentTemplate(name, { hub, title: name, serviceStatuses });
  const listed = statushub.Service.list(name, { hub, groupId: 2 }).apply((all) => all.map((service) => service.name));
  return { ids: [hub.id, db.id, web.id], names: [hub.name, db.name, web.name], listed };
}

export const seen = [live("dynamic", dynamic), live("native", native as unknown as typeof dynamic)];

// As other packages read a record.
class Read extends pulumi.CustomResource {
  constructor() {
    super("statushub:index:Hub", "read", { subdomain: "acme" }, { id: "1", version: "${manifest.version}" });
  }
}
// In a list, because Pulumi hides that an output is unknown, but not that a part of one is.
export const readIds = [new Read().id];
`;

const seen = {
  ids: ["1", "2", "1"],
  names: ["Acme", "Database", "Website"],
  listed: ["Website", "Database"],
};

async function live(pair: Pair, workspace: string): Promise<TriedPair> {
  const emulator = await temporaryEmulator({ preset });
  const env = accessTo(emulator);
  const files = { "Pulumi.yaml": projectOf(plugins) };
  const project = await createProject({ program: program("first"), files, env, parent: workspace });
  const cli = await getPulumi(pair.cli);
  const environment = { ...project.environment, PATH: [cli.folder, project.environment.PATH].join(delimiter) };
  const where = { cwd: project.folder, env: environment };
  const pulumi = (...args: string[]) => execute(cli.path, [...args, "--non-interactive", "--color", "never"], where);
  const statushub = (command: string) => execute("npx", ["--no-install", "pulumi-statushub", command], where);
  const named = (run: Run) => ({ ...pair, ...run });

  expect(named(await pulumi("preview"))).toMatchObject({ code: 0 });
  expect(named(await pulumi("up", "--yes", "--skip-preview"))).toMatchObject({ code: 0 });
  expect(takeWrites(emulator)).toHaveLength(4);
  const outputs = await pulumi("stack", "output", "--json");
  expect(JSON.parse(outputs.stdout), JSON.stringify(pair)).toEqual({ seen: [seen, seen], readIds: ["1"] });

  const preview = await pulumi("preview", "--expect-no-changes");
  expect(named(preview)).toMatchObject({ code: 0 });
  const knowsReadIds = !/readIds.*(unknown|output<string>)/s.test(preview.stdout);
  expect(named(await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes"))).toMatchObject({ code: 0 });
  expect(named(await statushub("drift"))).toMatchObject({ code: 0 });
  expect(named(await statushub("doctor"))).toMatchObject({ code: 0 });
  expect(takeWrites(emulator)).toEqual([]);

  for (const { id, name } of emulator.records("services")) {
    if (name === "dynamic" || name === "native") emulator.edit("services", id, { description: "by hand" });
  }
  expect(named(await statushub("drift"))).toMatchObject({ code: 2 });
  await project.write({ "index.ts": program("second") });
  expect(named(await pulumi("up", "--yes", "--skip-preview", "--refresh"))).toMatchObject({ code: 0 });
  expect(takeWrites(emulator).map(({ method, body }) => ({ method, body }))).toEqual(
    ["dynamic", "native"].map(() => ({ method: "PUT", body: { description: "second" } })),
  );
  expect(named(await pulumi("destroy", "--yes", "--skip-preview"))).toMatchObject({ code: 0 });
  expect(takeWrites(emulator).map(({ method }) => method)).toEqual(["DELETE", "DELETE", "DELETE", "DELETE"]);
  return { ...pair, knowsReadIds };
}
