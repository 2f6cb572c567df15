import empty from "google-protobuf/google/protobuf/empty_pb.js";
import { expect, test } from "vitest";
import { unknownMark as unknown } from "../../../model/pulumi/mark-keys.ts";
import schema from "../../../schema.json" with { type: "json" };
import { version } from "../../../sdk/native/release.ts";
import { failuresIn, fromStruct, perform, send, type Values } from "../../engine-model/grpc.ts";
import { secret } from "../../engine-model/marks.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { addService, type Reached, reachNative, reference, urnOf } from "./native.ts";

const service = { hub: "acme", groupId: 1, name: "API" };

const create = ({ client }: Pick<Reached, "client">, properties: Values, { preview = false } = {}) =>
  send(client, "create", { urn: urnOf("Service"), properties, preview });

test("returns its version and its schema", async () => {
  const { client } = await reachNative();
  const response = await send(client, "getSchema", {});
  expect(JSON.parse(response.getSchema())).toEqual(schema);
  expect(version).toBe(schema.version);
});

test.each([
  ["a setting that does not exist", { apikey: "x" }, ': apikey isn\'t a setting of statushub. Did you mean "apiKey"?'],
  ["a setting that isn't text", { account: 7 }, "account: account must be text"],
  [
    "a key of a wrong form",
    { apiKey: secret("two words") },
    ': The API key for StatusHub from the provider "eu" contains spaces',
  ],
  ["an unknown region", { account: "acme", region: "mars", apiKey: "k" }, 'statushub:region must be "us" or "eu"'],
  [
    "a version that is newer than the plugin",
    { version: "10.0.0" },
    `: The program asks for version 10.0.0 of the native provider statushub, and this is ${version}. Install that version`,
  ],
  ["a version that is older than the plugin", { version: "0.0.9" }, undefined],
  [
    "a region that is secret",
    { account: "acme", apiKey: "key", region: secret("atlantis") },
    ': statushub:region must be "us" or "eu"; got "[secret]"',
  ],
  ["a key that isn't known yet", { account: "acme", apiKey: unknown }, undefined],
])("checks the configuration: %s", async (_, settings, failure) => {
  const { client } = await reachNative();
  const urn = "urn:pulumi:test::unit::pulumi:providers:statushub::eu";
  const address = "account" in settings ? {} : { baseUrl: "http://127.0.0.1:1", version };
  const response = await send(client, "checkConfig", { urn, news: { ...address, apiKey: "key", ...settings } });
  expect(failuresIn(response)).toEqual(failure === undefined ? [] : [expect.stringContaining(failure)]);
});

test("ignores keys of the stack configuration that may be the program's", async () => {
  const { client } = await reachNative();
  const urn = "urn:pulumi:test::page::pulumi:providers:statushub::default_0_1_0";
  const news = { baseUrl: "http://127.0.0.1:1", apiKey: "key", version, slackUrl: "eu" };
  expect(failuresIn(await send(client, "checkConfig", { urn, news }))).toEqual([]);
});

test("accepts resources instead of IDs, and marks secrets", async () => {
  const { client } = await reachNative();
  const check = async (kind: string, inputs: Values) => {
    const response = await send(client, "check", { urn: urnOf(kind), news: inputs });
    return { inputs: fromStruct(response.getInputs()), failures: failuresIn(response) };
  };
  const subscription = { method: "slack", address: "https://example.com/x" };
  const api = reference("Service", "7");
  expect(await check("Subscription", { ...subscription, hub: reference("Hub", "1"), services: [api, 8] })).toEqual({
    inputs: { ...subscription, address: secret(subscription.address), hub: { id: "1" }, services: ["7", 8] },
    failures: [],
  });
  const unborn = { ...subscription, hub: reference("Hub", ""), services: [reference("Service", "")] };
  expect(await check("Subscription", unborn)).toMatchObject({
    inputs: { hub: { id: unknown }, services: [unknown] },
    failures: [],
  });
  expect((await check("Service", { ...service, hub: api })).failures).toEqual([
    "hub: must be a Hub, not a statushub:index:Service. [SH2003]",
  ]);
  await expect(check("Incident", {})).rejects.toThrow(
    'pulumi-statushub has no resource "Incident". A newer version of the package wrote the state: install that one.',
  );
});

test("a preview shows the known values of a record, and sends nothing", async () => {
  const reached = await reachNative();
  const made = await create(reached, { ...service, hub: { id: "1" } }, { preview: true });
  expect(made.getId()).toBe("");
  const planned = fromStruct(made.getProperties());
  expect(planned).toMatchObject({ name: "API", hubId: "1", description: unknown, createdAt: unknown });

  const olds = {
    ...service,
    hubId: "1",
    description: "Old",
    createdAt: "2026-01-01",
    __declared: ["name", "groupId", "description"],
  };
  const news = { ...service, name: "New" };
  const fields = { urn: urnOf("Service"), id: "1", preview: true, olds, news };
  const updated = fromStruct((await send(reached.client, "update", fields)).getProperties());
  expect(updated).toMatchObject({ name: "New", description: unknown, createdAt: "2026-01-01" });
  expect(reached.emulator.requests).toEqual([]);
});

test("reads a record for an import with the inputs that a program would declare", async () => {
  const reached = await reachNative();
  await addService(reached, { group_id: 1, name: "API", custom_id: "api" });
  const read = async (kind: string, id: string, given: Values = {}) => {
    const response = await send(reached.client, "read", { urn: urnOf(kind), id, properties: given });
    return { id: response.getId(), inputs: fromStruct(response.getInputs()) };
  };
  expect(await read("Service", "acme/1")).toEqual({
    id: "1",
    inputs: { hub: "acme", groupId: 1, name: "API", customId: "api" },
  });
  expect(await read("Service", "1", { hub: { id: "1" } })).toMatchObject({ id: "1", inputs: { hub: { id: "1" } } });
  expect(await read("Hub", "acme")).toMatchObject({ id: "1", inputs: { subdomain: "acme" } });
  expect(await read("Hub", "1")).toMatchObject({ id: "1", inputs: { subdomain: "acme" } });

  const inputs = { hub: "acme", method: "slack", address: "https://example.com/x", services: "all" };
  await send(reached.client, "create", { urn: urnOf("Subscription"), properties: inputs });
  // Without its subscriber, which would replace it.
  expect(await read("Subscription", "acme/1")).toEqual({
    id: "1",
    inputs: { ...inputs, address: secret(inputs.address) },
  });
});

test("rejects a state of a newer version, whose declarations would be lost", async () => {
  const { client, emulator } = await reachNative();
  const olds = {
    ...service,
    hubId: "1",
    tier: "gold",
    createdAt: "2026-01-01",
    __declared: ["name", "groupId", "tier"],
  };
  const problem = `The state declares tier of this Service, which version ${version} of the native provider does not know.`;

  const urn = urnOf("Service");
  await expect(send(client, "read", { urn, id: "1", properties: olds })).rejects.toThrow(problem);
  await expect(send(client, "diff", { urn, id: "1", olds, news: service })).rejects.toThrow(problem);
  expect(emulator.requests).toEqual([]);
});

test("a record on a hub that isn't in the state yet can't be read, and the error says why", async () => {
  const { client } = await reachNative();
  const read = send(client, "read", { urn: urnOf("Service"), id: "1", properties: { hub: reference("Hub", "") } });
  await expect(read).rejects.toThrow("Could not read Service (ID 1): the hub has no ID before the first up");
});

test("Cancel ends waiting requests and completes those in progress: as many records as responses", async () => {
  const reached = await reachNative({ limits: "real" });
  const creates = Array.from({ length: 30 }, (_, index) => create(reached, { ...service, name: `Service ${index}` }));
  const outcomes = Promise.allSettled(creates);
  while (reached.emulator.records("services").length < 3) await new Promise((resolve) => setImmediate(resolve));
  await perform((callback) => reached.client.cancel(new empty.Empty(), callback));

  const ended = await outcomes;
  const made = ended.filter(({ status }) => status === "fulfilled");
  expect(made).toHaveLength(reached.emulator.records("services").length);
  expect(made.length).toBeLessThan(30);
  const [failed] = ended.filter(({ status }) => status === "rejected");
  expect(failed).toMatchObject({ reason: { message: expect.stringContaining("Pulumi was interrupted") } });
});

test("a timeout of one resource doesn't end the list that others wait for", async () => {
  const reached = await reachNative();
  await addService(reached, { group_id: 1, name: "API", custom_id: "api" });
  reached.emulator.faults.add({ operation: "listServices", delay: 1500 });
  const read = (timeout: number) => send(reached.client, "read", { urn: urnOf("Service"), id: "acme/1", timeout });
  // More milliseconds than a Node timer supports.
  const monthInSeconds = 30 * 24 * 3600;
  const [hasty, ...patient] = await Promise.allSettled([read(1), read(0), read(monthInSeconds)]);
  expect(hasty).toMatchObject({
    reason: { message: expect.stringContaining("it took longer than the 1 s that customTimeouts allow") },
  });
  expect(patient).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
});

test("two providers in one process, as with PULUMI_DEBUG_PROVIDERS: each record is created in its own account", async () => {
  const one = await reachNative();
  const other = await temporaryEmulator();
  const another = one.connect();
  await one.configure(other, another);

  await create(one, service);
  await create({ client: another }, { ...service, name: "Web" });

  expect([one.emulator, other].map((emulator) => emulator.records("services").map(({ name }) => name))).toEqual([
    ["API"],
    ["Web"],
  ]);
});

test("a connection that gRPC opens after half an hour without calls keeps the configuration", async () => {
  const reached = await reachNative();

  await create({ client: reached.connect() }, service);

  expect(reached.emulator.records("services")).toHaveLength(1);
});

test("a connection that was never configured doesn't use the account of the environment", async () => {
  const reached = await reachNative();
  const another = reached.connect();
  // With two sessions, a third connection can be of either.
  await reached.configure(reached.emulator, another);
  const check = send(reached.connect(), "check", { urn: urnOf("Service"), news: service });
  await expect(check).rejects.toThrow("which account it is for. Run the same command again. [SH8007]");
});

test("REL-7: another hub of the same name replaces a record only after a refresh, which a preview shows, too", async () => {
  const { client } = await reachNative();
  await create({ client }, service);
  const olds = { ...service, hubId: "77", __declared: ["groupId", "name"] };
  const compared = await send(client, "diff", { urn: urnOf("Service", "two"), id: "9", olds, news: service });
  expect(compared.getReplacesList()).toEqual([]);
});
