import { extname } from "node:path";
import { expect, it } from "vitest";
import { declareKnown } from "../../../cli/adopt/plan.ts";
import { sortState } from "../../../cli/adopt/state.ts";
import { renderModules } from "../../../cli/program/modules.ts";
import { createNaming, createSecretKeys } from "../../../cli/program/names.ts";

const type = "pulumi-nodejs:dynamic/statushub:";

/** A record in the state that belongs to a hub which the stack doesn't have. */
const record = (kind: string, name: string, id: string, inputs: Record<string, unknown>) => ({
  urn: `urn:pulumi:test::page::${type}${kind}::${name}`,
  type: type + kind,
  id,
  inputs,
  outputs: { hubId: "2" },
});

function declared(records: ReturnType<typeof sortState>["records"]) {
  const known = new Map(records.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const options = { naming: createNaming({ known }), keys: createSecretKeys(), hubs: new Map() };
  const resources = records.map((each) => declareKnown(each, options));
  const entry = { path: "index.ts", isModule: true };
  return { resources, files: renderModules(resources, { folders: false, entry }) };
}

it.each([
  ["globex", '"globex"'],
  [{ id: "2" }, '{ id: "2" }'],
  [{ id: "2", subdomain: "globex" }, '{ id: "2", subdomain: "globex" }'],
])("declares records of a hub that the program doesn't declare with that hub: %j", (hub, shown) => {
  const { records } = sortState([
    record("Service", "web", "1", { hub, groupId: 1, name: "Web" }),
    record("Service", "web_", "2", { hub: "initech", groupId: 1, name: "Web" }),
    record("IncidentTemplate", "down", "3", {
      hub,
      title: "Down",
      serviceStatuses: [{ service: "1", status: "down" }],
    }),
  ]);
  const { resources, files } = declared(records);
  const [text] = files.values();
  expect(resources.slice(0, 2).map(({ variable }) => variable)).toEqual(["web", "web2"]);
  expect(text).toContain(`new statushub.Service("web", { hub: ${shown}`);
});

it("imports every file into the entry if one hub is large and another one isn't", () => {
  const service = (id: number, hub: string) =>
    record("Service", `s${id}`, String(id), { hub, groupId: 1, name: "Web" });
  const { records } = sortState([
    ...Array.from({ length: 61 }, (_, index) => service(index + 1, "globex")),
    service(99, "initech"),
    record("IncidentTemplate", "down", "1", { hub: "initech", title: "Down" }),
  ]);
  const { files } = declared(records);
  const others = [...files.keys()].filter((path) => path !== "index.ts" && extname(path) === ".ts");
  expect(others).toEqual(["services.ts", "incident-templates.ts"]);
  for (const path of others) expect(files.get("index.ts")).toContain(`import "./${path}";`);
});
