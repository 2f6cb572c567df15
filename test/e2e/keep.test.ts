import fc from "fast-check";
import { expect, test } from "vitest";
import type { KeepReport, KeptRecord } from "../../cli/keep/facts.ts";
import type { PreviewReport } from "../../cli/preview/facts.ts";
import type { Emulator } from "../../emulator/index.ts";
import { type AnyChange, anyChanges, everyChange, nameOf } from "../cli/keep/any-change.ts";
import { projectFile } from "../engine/native.ts";
import { createPage, type Page } from "../engine/page.ts";
import type { Values } from "../engine-model/grpc.ts";
import { changeManually } from "../laws/world.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

/*
 * `npm test` changes everything on a page in each language. To change random pages, too, run
 * `KEEP_PAGES=50 npx vitest run --project languages test/e2e/keep.test.ts`, perhaps with another `KEEP_SEED`. Ten pages share a stack,
 * because a run of Pulumi takes longer than what is on a page.
 */
const { KEEP_PAGES = "1", KEEP_SEED = "1" } = process.env;
const pagesOfStack = 10;

/** A page in an account of its own, whose records have the same IDs as those of the others. */
interface Site {
  readonly emulator: Emulator;
  readonly name: string;
  readonly changes: readonly AnyChange[];
}

/** A resource as the text of a program, by its properties. */
interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly site: Site;
  readonly lines: Readonly<Record<string, string>>;
}

interface Format {
  readonly files: (sites: readonly Site[], program: readonly Declared[]) => Record<string, string>;
  readonly line: (property: string, value: unknown) => string;
}

const variableOf = (name: string) => name.replaceAll("-", "_");

const typescript: Format = {
  files: (sites, program) => ({
    "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
    "index.ts": [
      'import * as statushub from "pulumi-statushub";',
      ...sites.map(({ name, emulator: { apiKey, url } }) => {
        const settings = JSON.stringify({ apiKey, baseUrl: url });
        return `const ${variableOf(name)} = new statushub.Provider("${name}", ${settings});`;
      }),
      ...program.map(({ kind, name, site, lines }) =>
        [
          `const ${variableOf(name)} = new statushub.${kind}("${name}", {`,
          ...Object.values(lines),
          `}, { provider: ${variableOf(site.name)} });`,
        ].join("\n"),
      ),
    ].join("\n"),
  }),
  line: (property, value) => `    ${property}: ${JSON.stringify(value)},`,
};

const yaml: Format = {
  files: (sites, program) => ({
    "Pulumi.yaml": [
      projectFile("yaml", "resources:"),
      ...sites.map(({ name, emulator: { apiKey, url } }) => {
        const properties = JSON.stringify({ apiKey, baseUrl: url });
        return `  ${name}: { type: "pulumi:providers:statushub", properties: ${properties} }`;
      }),
      ...program.map(({ kind, name, site, lines }) =>
        [
          `  ${name}:`,
          `    type: statushub:${kind}`,
          `    options: { provider: "\${${site.name}}" }`,
          "    properties:",
          ...Object.values(lines),
        ].join("\n"),
      ),
      "",
    ].join("\n"),
  }),
  line: (property, value) => `      ${property}: ${JSON.stringify(value).replaceAll("$", "$$$$")}`,
};

/** Services that other records name: two of the program, and one that no stack has. */
const present = ["one", "two", "three"];
const groups = Array.from({ length: 8 }, (_, index) => `${index + 1}`);

async function createSite(name: string, changes: readonly AnyChange[]): Promise<Site> {
  const services = present.map((each) => ({ group_id: 1, name: each, custom_id: `id-${each}` }));
  const preset = { hubs: [{ subdomain: "acme", name: "Acme", groups, services }] };
  return { name, changes, emulator: await temporaryEmulator({ preset }) };
}

const resourceIn = ({ name }: Site, kind: string) => `${name}-${nameOf(kind)}`;

function programOf(site: Site, { line }: Format): Declared[] {
  const linesOf = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([property, value]) => [property, line(property, value)]));
  const services = ["one", "two"].map((each, index) => ({
    kind: "Service",
    name: `${site.name}-${each}`,
    site,
    lines: linesOf({ hub: "acme", groupId: 1, name: each, adopt: `${index + 1}` }),
  }));
  const others = site.changes.map(({ kind, declared }) => ({
    kind,
    name: resourceIn(site, kind),
    site,
    lines: linesOf("hub" in declared ? { ...declared, hub: "acme" } : declared),
  }));
  return [...services, ...others];
}

async function changePage(page: Page, { changes, ...site }: Site): Promise<void> {
  const state = await page.state();
  for (const { kind, body } of changes) {
    const id = state[resourceIn({ changes, ...site }, kind)]?.id ?? "";
    // The API refuses some of these, such as a template without any text.
    await changeManually(site.emulator, kind, { id, body }).catch(() => undefined);
  }
}

/** Puts what the report prints into a program. A secret is what somebody has given the record. */
function applied(declared: Declared, record: KeptRecord, { line }: Format): Declared {
  const live = declared.site.changes.find(({ kind }) => kind === record.kind)?.live ?? {};
  const lines = { ...declared.lines };
  for (const { property, value, code, command, problem } of record.properties) {
    expect([code, command, problem].filter((each) => each !== undefined)).toHaveLength(1);
    if (command !== undefined) lines[property] = line(property, live[property]);
    else if (code !== undefined) lines[property] = code;
    else {
      // In YAML, there is no null.
      expect(value).toBe(null);
      delete lines[property];
    }
  }
  return { ...declared, lines };
}

/** The records that a preview says something about. */
const namesIn = ({ hubs }: PreviewReport) =>
  hubs.flatMap(({ hub: _, ...sections }) => Object.values(sections).flatMap((each) => each.map(({ name }) => name)));

async function keepAll(all: readonly (readonly AnyChange[])[], format: Format): Promise<readonly KeptRecord[]> {
  const sites = await Promise.all(all.map((changes, index) => createSite(`site${index}`, changes)));
  const program = sites.flatMap((site) => programOf(site, format));
  const page = await createPage({ program: "", files: format.files(sites, program) });
  expect(await page.up()).toMatchObject({ code: 0 });
  for (const site of sites) await changePage(page, site);

  const kept = await page.statushub(["drift", "--keep", "--json"]);
  expect(kept).toMatchObject({ code: 2 });
  const { records } = JSON.parse(kept.stdout) as KeepReport;
  expect(records.every(({ sourcePosition }) => sourcePosition !== undefined)).toBe(true);
  // The page may have a value that the program doesn't declare, without which it can't declare another one.
  const [left, printed] = [true, false].map((isLeft) =>
    records.filter(({ problem }) => (problem !== undefined) === isLeft),
  );
  const next = program.map((declared) => {
    const record = printed?.find(({ kind, name }) => kind === declared.kind && name === declared.name);
    return record === undefined ? declared : applied(declared, record, format);
  });
  await page.write(format.files(sites, next));
  const previewed = await page.statushub(["preview", "--json"]);
  const report = JSON.parse(previewed.stdout) as PreviewReport;
  expect([...new Set(namesIn(report))].sort()).toEqual(left?.map(({ name }) => name).sort());
  return records;
}

test.each([
  ["TypeScript", typescript, everyChange],
  ["YAML", yaml, everyChange.toReversed()],
])(
  "a program in %s that says what drift --keep prints differs in nothing, whatever was changed on the page",
  async (language, format, first) => {
    const count = Number(KEEP_PAGES);
    const random = fc.sample(anyChanges, { numRuns: count, seed: Number(KEEP_SEED) });
    const pages = [...first, ...random].slice(0, count);
    const seen: KeptRecord[] = [];
    for (let from = 0; from < pages.length; from += pagesOfStack) {
      const begun = performance.now();
      seen.push(...(await keepAll(pages.slice(from, from + pagesOfStack), format)));
      const seconds = Math.round((performance.now() - begun) / 1000);
      const unwritten = seen.filter(({ problem }) => problem !== undefined).length;
      if (count === 1) continue;
      console.log(
        `${language}: pages from ${from} in ${seconds} s, ${seen.length} records, ${unwritten} without lines`,
      );
    }
    expect(seen.length).toBeGreaterThan(0);
  },
);
