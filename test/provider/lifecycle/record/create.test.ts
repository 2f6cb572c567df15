import { Session } from "node:inspector/promises";
import { expect, onTestFinished, test } from "vitest";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
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

const detours = {
  adoption: ["adoptRecord", "claimRecord", "describeAdoption", "describeOverwriting", "findRecordToAdopt"],
  uniqueness: ["createUnique", "findByIdentity", "findUnique", "makeUnique", "requireSeenOnce"],
  restore: ["findRecordToRestore", "restore", "restoreFor", "wholeOf"],
  comparison: ["compare", "compareProperty", "leftToSend", "put", "stateAfterRead", "withoutPastEnd", "write"],
};

test("a create without an identity, adopt and values that only a PUT carries takes no detour", async () => {
  const scene = await startScene(incidentTemplate);
  const calls = await callsIn(() => scene.create({ title: "Down", body: "We look into it." }));
  const taken = Object.values(detours).flatMap((names) => names.filter((name) => (calls.get(name) ?? 0) > 0));
  expect(taken).toEqual([]);
  expect({ encoded: calls.get("wireOfPost"), state: calls.get("stateAfterWrite") }).toEqual({ encoded: 1, state: 1 });
});
