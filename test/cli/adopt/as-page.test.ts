import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { pageLines, planPageAdoption } from "../../../cli/adopt/as-page.ts";
import { checkSteps, findNewResources, findPage } from "../../../cli/adopt/checks.ts";
import { sortState } from "../../../cli/adopt/state.ts";
import type { HubContent } from "../../../cli/hub/content.ts";
import { renderImportFile } from "../../../cli/program/import-file.ts";
import { renderPageFile } from "../../../cli/program/page-file.ts";
import { planResources } from "../../../cli/program/resource.ts";
import { findProject } from "../../../cli/project/folder.ts";
import type { Step } from "../../../cli/project/preview.ts";
import type { ExportedResource } from "../../../cli/project/stack.ts";
import { planPage } from "../../../model/page/records.ts";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { anyPage } from "../program/any-page.ts";
import { readPage } from "../program/evaluate.ts";

type Plan = ReturnType<typeof planPageAdoption>;

async function createStack(files: Record<string, string> = {}) {
  const cwd = await temporaryFolder({ "Pulumi.yaml": "name: project\nruntime: yaml\n", ...files });
  const project = findProject(cwd);
  if (project === undefined) throw new Error("There is no project.");
  return { name: "test", cwd, project };
}

const urnOf = (types: string, name: string) => `urn:pulumi:test::project::${types}::${name}`;
const top = urnOf("pulumi:pulumi:Stack", "project-test");
const provider = urnOf("pulumi:providers:statushub", "default_0_1_0");
const parents = ["my:index:Pages", "my:index:Pages$statushub:index:StatusPage"];

/** Returns the preview of a program that declares a page from a file, in a component of its own. */
function previewOf(text: string, { resources }: Plan, name: string): Step[] {
  const { page } = readPage(text, resources);
  const [outer = "", own = ""] = [urnOf(parents[0] ?? "", "all"), urnOf(parents[1] ?? "", name)];
  const component = (urn: string, parent: string): Step => ({ op: "create", urn, newState: { custom: false, parent } });
  return [
    component(top, ""),
    component(outer, top),
    component(own, outer),
    ...planPage(name, page ?? {}).map(
      (planned): Step => ({
        op: "create",
        urn: urnOf(`${parents[1]}$statushub:index:${planned.kind}`, planned.name),
        newState: {
          custom: true,
          parent: own,
          provider: `${provider}::4f0c`,
          inputs: { ...planned.argumentsWith(() => "1") },
        },
      }),
    ),
  ];
}

interface ImportFile {
  readonly nameTable?: object;
  readonly resources: readonly (ExportedResource & { readonly name: string; readonly logicalName?: string })[];
}

function imported(steps: readonly Step[], plan: Plan): ExportedResource[] {
  const created = checkSteps(plan, steps);
  const file = renderImportFile(plan.missing, { hubs: new Set(["acme"]), secrets: "marked", created });
  const { nameTable, resources } = JSON.parse(file) as ImportFile;
  expect(nameTable).toBeUndefined();
  const urns = new Map(steps.map(({ urn }) => [urn.split("::").slice(2).join("::"), urn]));
  return resources.map(({ name, logicalName = name, parent = top, ...entry }) => {
    const types = parent === top ? entry.type : `${parent.split("::")[2]}$${entry.type}`;
    const urn = urns.get(`${types}::${logicalName}`);
    if (urn === undefined) throw new Error(`The program has no ${types} ${logicalName}.`);
    return { ...entry, urn, parent, ...(entry.id !== undefined && { provider: `${provider}::4f0c` }) };
  });
}

it("[ADO-11] the records of any page become exactly the resources that the program declares, and a second plan has nothing to do", async () => {
  const stack = await createStack();
  await fc.assert(
    fc.property(anyPage, fc.constantFrom("acme", "main"), (page, name) => {
      const settings = new Map<string, string>();
      const plan = planPageAdoption({ stack, settings, contents: [page], managed: [] });
      const text = renderPageFile(page.subdomain, planResources([page]).resources);
      expect(plan.files.map((file) => file.text)).toEqual([text]);
      expect(plan.missing).toHaveLength(page.records.length);

      const state = imported(previewOf(text, plan, name), plan);
      expect(state).toHaveLength(2 + page.records.length);

      const { managed } = sortState(state);
      const again = planPageAdoption({ stack, settings, contents: [page], managed });
      expect(again.missing).toEqual([]);
      expect(again.known).toHaveLength(page.records.length);
      expect(again.files.map((file) => file.text)).toEqual([text]);
      expect(again.page?.lines).toContain(name);
    }),
    { numRuns: 30 },
  );
});

const service = (id: number, name: string) => ({ kind: "Service", record: { id, name, group_id: 1, flags: {} } });
const hub = { id: 1, subdomain: "acme", name: "Acme", type: "primary" };
const page: HubContent = {
  subdomain: "acme",
  hub,
  records: [{ kind: "Hub", record: hub }, service(1, "API"), service(2, "Web")],
  leftOut: [],
};

async function planFor(resources: readonly ExportedResource[] = [], options: { force?: true; file?: string } = {}) {
  const { force, file } = options;
  const stack = await createStack(file === undefined ? {} : { "page.yaml": file });
  const { managed } = sortState(resources);
  return planPageAdoption({ stack, settings: new Map(), contents: [page], managed, force });
}

const resource = (kind: string, id: string, name: string, parent = top): ExportedResource => {
  const types = parent === top ? [] : ["statushub:index:StatusPage"];
  const type = `statushub:index:${kind}`;
  return { urn: urnOf([...types, type].join("$"), name), type, id, parent };
};

const acme = urnOf("statushub:index:StatusPage", "acme");

it("uses an edited page file as it is, and replaces it with a copy if asked to", async () => {
  const file = "hub: { subdomain: acme }\ngroups: { website: { id: 1 } }\n";
  const kept = await planFor([], { file });
  expect(kept).toMatchObject({ files: [], page: { isFileKept: true } });
  expect(kept.missing).toHaveLength(3);
  const replaced = await planFor([], { file, force: true });
  expect(replaced).toMatchObject({ files: [{ before: file, copy: { text: file } }], page: { isFileKept: false } });
});

it("writes a file of its own if page.yaml describes another hub, even if it may be replaced", async () => {
  for (const force of [undefined, true as const]) {
    const plan = await planFor([], { file: "hub: { subdomain: globex, name: Globex }\n", ...(force && { force }) });
    expect(plan.files.map(({ path, copy }) => [basename(path), copy])).toEqual([["page-acme.yaml", undefined]]);
    expect(plan).toMatchObject({ path: expect.stringMatching(/page-acme\.yaml$/), page: { isFileKept: false } });
    expect(plan.page?.lines).toContain("page-acme.yaml");
  }
});

it("gives new records of a page keys that no other record has, and keeps those that were renamed", async () => {
  const plan = await planFor([resource("Hub", "1", "acme", acme), resource("Service", "1", "acme-web", acme)]);
  expect(plan.missing.map(({ kind, id, name }) => `${kind} ${id} ${name}`)).toEqual(["Service 2 web-2"]);
  expect(plan.resources.map(({ name }) => name)).toEqual(["acme", "web", "web-2"]);
  expect(plan.page?.urn).toBe(acme);
});

it.each([
  ["at the top of the program", [resource("Service", "2", "web")]],
  ["on another page", [resource("Hub", "1", "acme", acme), resource("Service", "2", "eu-web", `${acme}-eu`)]],
])("stops if the stack has records of the hub %s", async (_, resources) => {
  await expect(planFor(resources)).rejects.toThrow(/manages 1 record of hub acme outside of a page, such as Service/);
});

const creates = (records: readonly ExportedResource[], others: object = {}): Step[] =>
  records.map(({ urn, parent = "" }) => ({
    op: "create",
    urn,
    newState: { custom: true, parent, provider: `${provider}::4f0c`, inputs: { subdomain: "acme" }, ...others },
  }));

it("finds the page of the hub in a preview, unless the program drops it", () => {
  const declared = { subdomain: "acme", urn: undefined, lines: "", isFileKept: false };
  const steps = creates([resource("Hub", "1", "acme", acme)]);
  expect(findPage(steps, declared)).toBe(acme);
  expect(findPage(steps, { ...declared, subdomain: "globex" })).toBeUndefined();
  expect(findPage(creates([resource("Hub", "1", "acme")]), declared)).toBeUndefined();
  expect(findPage([], { ...declared, urn: acme })).toBe(acme);
  expect(findPage([{ op: "delete", urn: acme }], { ...declared, urn: acme })).toBeUndefined();
});

it("stops if the page in the program lacks records of the hub or of the state", async () => {
  const plan = await planFor([resource("Hub", "1", "acme", acme), resource("Service", "1", "acme-api", acme)]);
  const [web] = creates([resource("Service", "2", "acme-web", acme)]);
  const update: Step = { op: "update", urn: plan.known[1]?.urn ?? "" };
  expect(checkSteps(plan, web ? [web, update] : [])?.records.size).toBe(1);
  const namesake = creates([resource("Service", "9", "acme-web")]);
  const lacking: Step[][] = [
    [...namesake, update],
    [...(web ? [web] : []), { ...update, op: "delete" }],
  ];
  const messages = ["would lack 1 record, such as Service web.", "would lack 1 record, such as Service acme-api."];
  for (const [index, steps] of lacking.entries()) expect(() => checkSteps(plan, steps)).toThrow(messages[index]);
  expect(checkSteps(plan, [{ op: "delete", urn: acme }])).toBeUndefined();
});

it("rejects a page with an explicit provider, which an import couldn't use", async () => {
  const plan = await planFor();
  const steps = creates([resource("Hub", "1", "acme", acme)], {
    provider: `${provider.replace("default_0_1_0", "eu")}::4f0c`,
  });
  expect(() => findNewResources(steps, plan, acme)).toThrow('The page uses the provider "eu"');
});

it.each(["python", "go"])("the guide shows the lines for %s", async (runtime) => {
  const guide = await readFile(join(repositoryRoot, "docs/guides/python-go.md"), "utf8");
  expect(guide).toContain(`\n\`\`\`${runtime}\n${pageLines(runtime, { name: "acme", file: "page.yaml" })}\n\`\`\`\n`);
});

it.each(["yaml", "python", "go", "nodejs", "dotnet"])("shows the lines for %s", (runtime) => {
  const lines = pageLines(runtime, { name: "acme", file: "page.yaml" });
  for (const part of ["StatusPage", "acme", "page.yaml"]) expect(lines).toContain(part);
});
