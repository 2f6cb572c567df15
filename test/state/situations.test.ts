import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { pointer } from "../engine/pointer.ts";
import { Deployment, nothing, type State } from "../engine-model/deployment.ts";
import { type Host, startHost } from "../engine-model/host.ts";
import { startDirect } from "../engine-model/native.ts";
import { createWorld, type World } from "../laws/world.ts";
import { type Situation, situations } from "./situations.ts";

/*
 * Like `state.test.ts`, for what can have happened to a resource, through both providers and with the marks of secrets.
 */

/** The keys that only the provider reads. */
const privateKeys = [
  "__adopt",
  "__declared",
  "__deployed",
  "__hubCreatedAt",
  "__occurrences",
  "__owner",
  "__serverForms",
  "__taken",
  "__unconfirmed",
];

const providers = ["dynamic", "native"] as const;
type ProviderName = (typeof providers)[number];
type Fixture = Readonly<Record<string, State>>;

/** The states that each version has written. */
const fixturesOf = (provider: ProviderName) =>
  globSync("*.json", { cwd: join(import.meta.dirname, provider) }).map((file) => {
    const text = readFileSync(join(import.meta.dirname, provider, file), "utf8");
    return [basename(file, ".json"), JSON.parse(text) as Fixture] as const;
  });

const fixtures = { dynamic: fixturesOf("dynamic"), native: fixturesOf("native") };

const hosts: Partial<Record<ProviderName, Host>> = {};
beforeAll(async () => {
  hosts.dynamic = await startHost();
  hosts.native = await startDirect();
});
afterAll(async () => {
  for (const host of Object.values(hosts)) await host.close();
});

/** Brings a resource into a situation, in a world that is closed after the test. */
async function reached(provider: ProviderName, { kind, reach }: Situation) {
  const host = hosts[provider];
  if (host === undefined) throw new Error("The provider has not started.");
  const world = await createWorld(host, kind);
  onTestFinished(() => world.close());
  const deployment = new Deployment(kind, () => world.startProcess(true));
  const program = await reach(world, deployment);
  if (deployment.state === undefined) throw new Error("There is no state.");
  world.takeWrites();
  return { world, deployment, program, state: deployment.state };
}

/** As stored in a stack. The owner is random, and the time of a record is the test's; hubs are always created at the same time. */
function stored(provider: ProviderName, kind: string, { id, inputs, outputs, isFailed }: State): State {
  const added = provider === "dynamic" ? { __provider: pointer(kind) } : {};
  const created = kind === "Hub" ? {} : { createdAt: "2026-11-21T12:00:00Z" };
  return {
    id,
    inputs: { ...inputs, ...added },
    outputs: { ...outputs, ...created, __owner: kind, ...added },
    ...(isFailed && { isFailed }),
  };
}

const requestsOf = (world: World): string[] =>
  world.takeWrites().map(({ method, body = {} }) => [method, ...Object.keys(body).sort()].join(" "));

/** Previews, refreshes, updates and destroys the resource from a state that a version has written. */
async function goOn(
  { title, preview = "same", up = [], destroy = ["DELETE"] }: Situation,
  { world, deployment, program }: Awaited<ReturnType<typeof reached>>,
) {
  expect(await deployment.preview(program), title).toMatchObject({ step: preview });
  await deployment.refresh();
  expect(requestsOf(world), title).toEqual([]);
  await deployment.up(program);
  expect(requestsOf(world), title).toEqual(up);
  expect(await deployment.previewRefreshed(program), title).toEqual(nothing);
  // What is marked as adopted stays on the page. A state of before has no mark.
  const stays = deployment.state?.outputs.__taken === true;
  await deployment.destroy();
  expect(requestsOf(world), title).toEqual(stays ? [] : destroy);
}

describe.each(providers)("through the %s provider", (provider) => {
  test(`[UPG-1] the states that ${manifest.version} writes are kept, until its release -u rewrites them, and all are read`, async () => {
    const written: Record<string, State> = {};
    for (const situation of situations) {
      const { kind, title } = situation;
      const scene = await reached(provider, situation);
      const { world, deployment } = scene;
      written[title] = stored(provider, kind, scene.state);
      const snapshot = world.emulator.snapshot();
      for (const [version, states] of fixtures[provider]) {
        const state = states[title];
        if (state === undefined) throw new Error(`${version} has no such state: ${title}`);
        world.emulator.restore(snapshot);
        deployment.state = state;
        await goOn(situation, scene);
      }
    }
    const text = JSON.stringify(written, null, 2);
    await expect(`${text}\n`).toMatchFileSnapshot(`${provider}/${manifest.version}.json`);
  });

  test("the states have every key that only the provider reads", () => {
    for (const [version, states] of fixtures[provider]) {
      const keys = Object.values(states).flatMap(({ outputs }) => Object.keys(outputs));
      const own = keys.filter((key) => key.startsWith("__") && key !== "__provider");
      // States of before have no mark of what was adopted.
      const isMarked = version === manifest.version;
      const expected = privateKeys.filter((key) => isMarked || key !== "__taken");
      expect([...new Set(own)].sort(), version).toEqual(expected);
      expect(keys, version).toContain("recordId");
    }
  });
});

test("these are the keys that only the provider reads", () => {
  const code = globSync("provider/lifecycle/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const keys = code.flatMap((text) => text.match(/(?<=")__\w+(?=")/g) ?? []);
  expect([...new Set(keys)].sort()).toEqual(privateKeys);
});
