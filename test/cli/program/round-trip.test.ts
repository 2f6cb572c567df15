import fc from "fast-check";
import { expect, test } from "vitest";
import type { HubContent } from "../../../cli/hub/content.ts";
import { importEntry } from "../../../cli/program/import-file.ts";
import { renderModules } from "../../../cli/program/modules.ts";
import { planResources } from "../../../cli/program/resource.ts";
import { anyPage, manyTimes } from "./any-page.ts";
import { changesAfterImport, evaluate } from "./evaluate.ts";

const entry = { path: "index.ts", isModule: true };
const options = { folders: false, entry };

async function evaluated(page: HubContent) {
  const { resources, leftOut } = planResources([page]);
  const declared = await evaluate(renderModules(resources, options), resources);
  return { resources, leftOut, declared, changes: changesAfterImport(resources, declared, new Set([page.subdomain])) };
}

test("[ADO-1] the declaration of any record changes nothing and has a unique name", async () => {
  await fc.assert(
    fc.asyncProperty(anyPage, async (page) => {
      const { changes, leftOut, declared, resources } = await evaluated(page);

      expect(changes).toEqual([]);
      expect(leftOut).toEqual([]);
      expect(declared.size).toBe(page.records.length);
      for (const { name } of resources) expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
    }),
    { numRuns: 60 },
  );
});

test("[ADO-1] a program without the hub names it so that digits aren't taken for an ID, as the import file does", async () => {
  const [page] = fc.sample(anyPage, { numRuns: 1, seed: 11 }) as [HubContent];
  const digits = { ...page, subdomain: "365", hub: { ...page.hub, subdomain: "365" }, records: page.records.slice(1) };
  const { changes, leftOut, declared, resources } = await evaluated(digits);

  expect(changes).toEqual([]);
  expect(leftOut).toEqual([]);
  expect(declared.size).toBe(digits.records.length);
  const imported = resources.map((resource) => importEntry(resource, { hubs: new Set(), secrets: "omitted" }).inputs);
  for (const inputs of [...imported, ...declared.values()]) expect(inputs).toHaveProperty("hub", { subdomain: "365" });
});

test("[ADO-6] a new service doesn't change the text of other records", () => {
  fc.assert(
    fc.property(anyPage, anyPage, (page, other) => {
      const added = other.records.find(({ kind }) => kind === "Service");
      fc.pre(added !== undefined);
      const grown = { ...page, records: [...page.records, { kind: "Service", record: { ...added.record, id: 1000 } }] };
      const statementsOf = (some: HubContent) => {
        const [text = ""] = renderModules(planResources([some]).resources, options).values();
        // The new record may be the first to refer to another one, which gets a variable for it.
        return text
          .trim()
          .split("\n\n")
          .map((statement) => statement.replace(/^const \w+ = /, ""));
      };
      const after = new Set(statementsOf(grown));

      expect(statementsOf(page).filter((statement) => !after.has(statement))).toEqual([]);
    }),
  );
});

test.each([
  ["index.ts", true],
  ["index.ts", false],
  ["index.js", true],
  ["index.js", false],
  ["main.mjs", false],
] as const)(
  "[ADO-5] a large page in several files declares what one file does: %s, ES module %s",
  async (path, isModule) => {
    const [page] = fc.sample(anyPage, { numRuns: 1, seed: 11 }) as [HubContent];
    const { resources } = planResources([manyTimes(page, 8)]);
    const large = renderModules(resources, { folders: true, entry: { path, isModule } });
    const kept = resources.filter(({ kind, id }) => kind === "Hub" || Number(id) < 10);
    const small = renderModules(kept, { folders: true, entry });

    const declared = await evaluate(large, resources, path);

    expect(large.size).toBeGreaterThan(5);
    expect(declared.size).toBe(resources.length);
    expect(Object.fromEntries(declared)).toMatchObject(Object.fromEntries(await evaluate(small, kept)));
  },
);
