import fc from "fast-check";
import { expect, test } from "vitest";
import type { PreviewReport } from "../../cli/preview/facts.ts";
import type { Emulator } from "../../emulator/index.ts";
import { watch } from "../cli/preview/difference.ts";
import { addOthers, changeByHand, type PageEdit, pageEdits, programOf } from "../cli/preview/edits.ts";
import { projectFile } from "../engine/native.ts";
import { createPage, type Page, takeWrites } from "../engine/page.ts";
import type { Declared } from "../engine-model/program.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

type Side = "before" | "after";

/** A hub in an account of its own, whose records have the same IDs as those of the others. Two of them have one subdomain. */
interface Site {
  readonly emulator: Emulator;
  readonly name: string;
  readonly subdomain: string;
  readonly library: "dynamic" | "native";
  readonly edit: PageEdit;
}

const groups = ["1", "2", "3"];

async function createSite(library: Site["library"], edit: PageEdit, index: number): Promise<Site> {
  // Each look at the clock takes a second, so that what is deleted after a message has got it.
  let looks = 0;
  const clock = { now: () => Date.now() + 1000 * looks++ };
  const subdomain = `page-${Math.floor(index / 2)}`;
  const preset = { hubs: [{ subdomain, name: "Acme", groups }] };
  const emulator = await temporaryEmulator({ preset, clock });
  addOthers(emulator, edit, subdomain);
  return { emulator, name: `site-${index}`, subdomain, library, edit };
}

function inTypeScript(sites: readonly Site[], side: Side): Record<string, string> {
  const pages = sites.map(({ emulator: { url, apiKey }, name, subdomain, library, edit }) => {
    return { url, apiKey, site: name, library, program: programOf(edit, side, subdomain) };
  });
  return {
    "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
    "index.ts": `
      import * as dynamic from "pulumi-statushub";
      import * as native from "pulumi-statushub/native";
      for (const { url, apiKey, site, library, program } of ${JSON.stringify(pages)}) {
        const { Provider, ...kinds } = { dynamic, native }[library];
        const provider = new Provider(site, { apiKey, baseUrl: url });
        const created = {};
        const filled = (value) => {
          if (typeof value !== "object" || value === null) return value;
          if (value.ref) return created[value.ref];
          if (Array.isArray(value)) return value.map(filled);
          return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item)]));
        };
        for (const { name, kind, args } of program) {
          created[name] = new kinds[kind](site + "-" + name, filled(args), { provider });
        }
      }
    `,
  };
}

/** In YAML, this service leaves the program, in which a function then looks it up. Pulumi's plan shows no functions. */
const lookedUp = "looked-up";

function inYaml(sites: readonly Site[], side: Side): Record<string, string> {
  const resources = sites.flatMap(({ emulator: { url, apiKey }, name: site, subdomain, edit }) => {
    const filled = (args: Declared["args"]) =>
      JSON.parse(JSON.stringify(args).replace(/\{"ref":"([^"]+)"\}/g, `"\${${site}-$1}"`));
    const options = { provider: `\${${site}}` };
    const properties = { hub: subdomain, groupId: 3, name: lookedUp, customId: lookedUp };
    return [
      [site, { type: "pulumi:providers:statushub", properties: { apiKey, baseUrl: url } }],
      ...(side === "before" ? [[`${site}-${lookedUp}`, { type: "statushub:Service", properties, options }]] : []),
      ...programOf(edit, side, subdomain).map(({ name, kind, args }) => [
        `${site}-${name}`,
        { type: `statushub:${kind}`, properties: filled(args), options },
      ]),
    ];
  });
  const variables = sites.map(({ name: site, subdomain }) => {
    const call = { function: "statushub:getService", arguments: { hub: subdomain, customId: lookedUp } };
    return [`${site}-found`, { "fn::invoke": { ...call, options: { provider: `\${${site}}` } } }];
  });
  const found = side === "after" ? `variables: ${JSON.stringify(Object.fromEntries(variables))}\n` : "";
  const program = `${found}resources: ${JSON.stringify(Object.fromEntries(resources))}\n`;
  return { "Pulumi.yaml": projectFile("yaml", program) };
}

async function expectSaid(
  sites: readonly Site[],
  write: (sites: readonly Site[], side: Side) => Record<string, string>,
  staying: readonly string[] = [],
): Promise<Page> {
  const page = await createPage({ program: "", files: write(sites, "before") });
  expect(await page.up()).toMatchObject({ code: 0 });
  const watched = sites.map(({ emulator, subdomain, edit }) => {
    changeByHand(emulator, edit);
    emulator.clearRequests();
    return { label: `${subdomain} (${emulator.url})`, compare: watch(emulator, subdomain) };
  });
  await page.write(write(sites, "after"));

  const { code, stdout, stderr } = await page.statushub(["preview", "--json"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  expect(stdout).not.toContain("Vx7h");
  for (const { emulator } of sites) {
    expect(stdout).not.toContain(emulator.apiKey);
    expect(takeWrites(emulator)).toEqual([]);
  }

  expect(await page.up(undefined, "--refresh")).toMatchObject({ code: 0 });
  const report = JSON.parse(stdout) as PreviewReport;
  // All providers have said what our preview asks.
  expect(report.otherVersions).toEqual([]);
  expect(report.hubs.flatMap(({ stays }) => stays.map(({ label }) => label))).toEqual(staying);
  for (const { label, compare } of watched) {
    compare({ ...report, hubs: report.hubs.filter(({ hub }) => hub === label) });
  }
  return page;
}

test("preview says exactly what up changes and who gets a message, with both providers and in YAML, and only reads", async () => {
  const edits = fc.sample(pageEdits, { numRuns: 6, seed: 1 });
  const sites = await Promise.all(
    edits.map((edit, index) => createSite(index < 2 ? "dynamic" : "native", edit, index)),
  );
  const [page] = await Promise.all([
    expectSaid(sites.slice(0, 4), inTypeScript),
    expectSaid(sites.slice(4), inYaml, [lookedUp, lookedUp]),
  ]);

  expect(await page.statushub(["preview"])).toEqual({ code: 0, stdout: "The page doesn't change.\n", stderr: "" });
  for (const { emulator } of sites) emulator.clearRequests();
  await page.write({ "index.ts": 'throw new Error("No such file");' });
  expect(await page.statushub(["preview", "--json"])).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("No such file"),
  });
  expect(sites.flatMap(({ emulator }) => takeWrites(emulator))).toEqual([]);
});
