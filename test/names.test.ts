import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { readText, repositoryRoot } from "../tools/engine/local.ts";

/** Names that several files export for the same thing, or for what stands in its place. */
const sameByDesign = [
  // The classes of both providers, their arguments, and the values of these.
  ["sdk/", /^(Hub|Service|IncidentTemplate|MaintenanceTemplate|Subscription|Maintenance|Provider)$/],
  ["sdk/", /^(IncidentType|MaintenanceState|ServiceStatusName|SubscriptionMethod)$/],
  // Each adapter calls the operation of the same name, and the lifecycle has each for a record and for a series.
  ["provider/", /^(check|diff|create|adopt|read|update|remove|deleteRecord|requireWhole)$/],
  // Programs load a small copy.
  ["provider/config.ts", /^settingNames$/],
  ["provider/client/hubs.ts", /^HubReference$/],
] as const;

const exported = /^export (?:declare |abstract )?(?:async )?(?:const|function\*?|class|interface|type|let) (\w+)/gm;

test("a name that two files export has one meaning", () => {
  const files = globSync("{model,provider,sdk}/**/*.ts", { cwd: repositoryRoot }).sort();
  const names = Map.groupBy(
    files.flatMap((file) => {
      const names = [...readText(file).matchAll(exported)].map(([, name = ""]) => name);
      return [...new Set(names)].map((name) => ({ name, file }));
    }),
    ({ name }) => name,
  );
  const isByDesign = (name: string, file: string) =>
    sameByDesign.some(([path, pattern]) => file.startsWith(path) && pattern.test(name));
  const shared = [...names].filter(
    ([name, exports]) => exports.length > 1 && !exports.some(({ file }) => isByDesign(name, file)),
  );

  expect(names.size).toBeGreaterThan(500);
  expect(shared.map(([name, exports]) => `${name}: ${exports.map(({ file }) => file).join(", ")}`)).toEqual([]);
});
