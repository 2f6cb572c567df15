import { Session } from "node:inspector/promises";
import { expect, onTestFinished, test } from "vitest";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
import type { Definition } from "../../../../model/kinds/kind.ts";
import { startScene } from "../scene.ts";

/** Returns how often each function of the lifecycle runs, by its name. After an `await`, an asynchronous one counts again. */
async function callsIn(run: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const session = new Session();
  session.connect();
  onTestFinished(() => session.disconnect());
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  const functions = result.filter(({ url }) => url.includes("provider/lifecycle")).flatMap((file) => file.functions);
  return new Map(functions.map(({ functionName, ranges }) => [functionName, ranges[0]?.count ?? 0]));
}

/** A kind that counts how often each property is encoded. */
function counting(definition: Definition) {
  const encoded: string[] = [];
  const properties = Object.entries(definition.properties).map(([name, property]) => {
    const toWire = (value: unknown) => {
      encoded.push(name);
      return property.type.toWire(value);
    };
    return [name, { ...property, type: { ...property.type, toWire } }];
  });
  return { counted: { ...definition, properties: Object.fromEntries(properties) }, encoded };
}

const detours = {
  adoption: ["adoptRecord", "adoptHub", "describeOverwriting", "findRecordToAdopt"],
  uniqueness: ["createWithIdentity", "findByIdentity", "findCreated", "makeUnique", "requireSeenOnce"],
  restore: ["findRecordToRestore", "restore", "restoreFor"],
  comparison: ["compare", "compareProperty", "changesAfterPost", "put", "stateAfterRead", "withoutPastEnd", "write"],
};

test("a create without an identity, adopt and values that only a PUT carries takes no detour", async () => {
  const { counted, encoded } = counting(incidentTemplate);
  const scene = await startScene(counted);
  const calls = await callsIn(() => scene.create({ title: "Down", body: "We look into it." }));
  const taken = Object.values(detours).flatMap((names) => names.filter((name) => (calls.get(name) ?? 0) > 0));
  expect(taken).toEqual([]);
  expect(calls.get("stateAfterWrite")).toBe(1);
  expect(encoded.toSorted()).toEqual(["body", "title"]);
});
