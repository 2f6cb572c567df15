import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { markKey, unknownMark as unknown } from "../../../provider/mark-keys.ts";
import * as native from "../../../sdk/native/index.ts";
import { plain, type Values } from "../../engine-model/grpc.ts";
import { secret } from "../../engine-model/marks.ts";
import { anyPage } from "../../model/page/any-page.ts";
import { recordOptions } from "../../sdk/registered.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { constructPage, pageUrn, urnOfRecord } from "./monitor.ts";
import { reachNative, reference, urnOf } from "./native.ts";

const output = (known: object) => ({ [markKey]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", ...known });

const acme = {
  hub: { subdomain: "acme", name: "Acme" },
  groups: { api: { id: 1, services: { api: { name: "API" }, shop: { name: "Shop" } } } },
  incidentTemplates: { down: { title: "Down", serviceStatuses: { api: "down" } } },
};

const idOf = (name: string) => `id of ${name}`;

test("any page has the same records as the native TypeScript page: type, name, inputs and protection", async () => {
  const reached = await reachNative();
  await fc.assert(
    fc.asyncProperty(anyPage(), fc.constantFrom(undefined, true, false), async (page, protect) => {
      // Pages of different runs have the same names.
      await reached.configure(reached.emulator);
      const { registered, message } = await constructPage(reached, page as unknown as Values, {
        idOf,
        options: (request) => protect !== undefined && request.setProtect(protect),
      });
      expect(message).toBe("");
      const records = registered
        .filter(({ type }) => !type.endsWith(":StatusPage"))
        .map(({ type, name, inputs, protect }) => ({ type, name, inputs: plain(inputs), protect }));
      expect(records.toSorted(byName)).toEqual((await registeredInTypeScript(page, protect)).toSorted(byName));
    }),
    { numRuns: 20 },
  );
});

const byName = (one: { type: string; name: string }, other: { type: string; name: string }) =>
  `${one.type} ${one.name}` < `${other.type} ${other.name}` ? -1 : 1;

async function registeredInTypeScript(page: native.StatusPageArgs, protect: boolean | undefined) {
  const registered: { type: string; name: string; inputs: Values }[] = [];
  const { options, recording } = recordOptions();
  await pulumi.runtime.setMocks({
    call: () => ({}),
    newResource: ({ type, name, inputs }) => {
      if (type !== "statushub:index:StatusPage") registered.push({ type, name, inputs: plain(inputs) });
      return { id: idOf(name), state: inputs };
    },
  });
  new native.StatusPage("acme", page, { ...recording, ...(protect !== undefined && { protect }) });
  await pulumi.runtime.disconnect();
  // The engine lets the others inherit the protection of their page.
  const protectionOf = ({ type, name }: { type: string; name: string }) =>
    type.endsWith(":Service") ? options.get(`Service ${name}`)?.protect : undefined;
  return registered.map((record) => ({ ...record, protect: protectionOf(record) }));
}

test("a value keeps its secrecy, its dependencies and that it is unknown, one by one", async () => {
  const reached = await reachNative();
  const bucket = "urn:pulumi:test::unit::aws:s3/bucket:Bucket::logs";
  const page = {
    ...acme,
    hub: output({ value: reference("Hub", ""), dependencies: [urnOf("Hub")] }),
    groups: {
      api: output({
        value: {
          id: unknown,
          services: { api: secret({ name: "API", description: unknown }), shop: { name: "Shop" } },
        },
        dependencies: [bucket],
      }),
    },
    subscriptions: { team: { method: "sms", address: "+1", services: ["api", reference("Service", "7")] } },
  };
  const { registered, state, outputs, message } = await constructPage(reached, page);
  expect(message).toBe("");
  const record = (name: string) => registered.find((each) => each.name === name);
  const hub = output({ value: reference("Hub", ""), secret: false, dependencies: [urnOf("Hub")] });
  expect(record("acme-api")).toMatchObject({
    inputs: {
      hub,
      groupId: output({ secret: false, dependencies: [bucket] }),
      name: output({ value: "API", secret: true, dependencies: [bucket] }),
      description: output({ secret: true, dependencies: [bucket] }),
    },
    propertyDependencies: { hub: [urnOf("Hub")], groupId: [bucket], name: [bucket], description: [bucket] },
  });
  const api = output({ secret: false, dependencies: [urnOfRecord("Service", "acme-api")] });
  expect(record("acme-team")).toMatchObject({
    inputs: { hub, address: secret("+1"), services: [api, reference("Service", "7")], method: "sms" },
    propertyDependencies: { address: [], services: [urnOfRecord("Service", "acme-api")] },
  });
  expect(record("acme-down")?.inputs.serviceStatuses).toEqual([{ service: api, status: "down" }]);
  expect(state).toMatchObject({ hubId: unknown, serviceIds: { api } });
  expect(outputs).toMatchObject([{ hubId: unknown, serviceIds: { api: unknown, shop: unknown } }]);
});

test("the options of a page reach its records", async () => {
  const reached = await reachNative({}, {}, { urn: "urn:pulumi:test::unit::pulumi:providers:statushub::eu", id: "7" });
  const before = "urn:pulumi:test::unit::aws:s3/bucket:Bucket::logs";
  const { registered } = await constructPage(
    reached,
    { ...acme, incidentTemplates: { outage: { title: "Down", was: "down" } } },
    {
      idOf,
      options: (request) => {
        const timeouts = new (Object.getPrototypeOf(request).constructor.CustomTimeouts)();
        request.setDependenciesList([before]).setCustomtimeouts(timeouts.setCreate("90s"));
        request.setIgnorechangesList(["hub"]);
      },
    },
  );
  const [page, ...records] = registered;
  expect(page).toMatchObject({ dependencies: [before], inputs: {}, provider: "" });
  for (const record of records) {
    expect(record.dependencies).toContain(before);
    expect(record).toMatchObject({
      parent: pageUrn,
      provider: "urn:pulumi:test::unit::pulumi:providers:statushub::eu::7",
      createTimeout: "90s",
    });
  }
  const type = "pulumi-nodejs:dynamic/statushub:IncidentTemplate";
  expect(records.find(({ name }) => name === "acme-outage")?.aliases).toEqual([
    { name: "", type },
    { name: "acme-down", type: "" },
    { name: "acme-down", type },
  ]);
  await vi.waitFor(() =>
    expect(reached.lines).toEqual([
      { urn: pageUrn, text: "Options without effect on the records of a page: ignoreChanges. [SH8006]" },
    ]),
  );
});

test("lists all problems of the description at once, and registers nothing", async () => {
  const reached = await reachNative();
  const problemsOf = async (inputs: Values) => {
    const { message, registered } = await constructPage(reached, inputs);
    expect(registered).toEqual([]);
    return message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  };
  expect(
    await problemsOf({
      hub: reference("Service", "1"),
      groups: { api: { id: 1, servcies: {} }, one: unknown },
      incidentTemplate: {},
      subscriptions: ["team"],
      maintenances: output({ dependencies: [] }),
      maintenanceTemplates: { upgrade: { title: "A", serviceStatuses: { web: "down" } } },
    }),
  ).toEqual([
    'incidentTemplate: a page has no such property. Did you mean "incidentTemplates"? [SH2502]',
    "hub: must be a Hub, not a statushub:index:Service. [SH2003]",
    'groups.api.servcies: a group has no such property. Did you mean "services"? [SH2502]',
    expect.stringMatching(/^groups\.one: isn't known yet, and its keys become names\..* \[SH2512\]$/),
    expect.stringMatching(/^maintenances: isn't known yet/),
    "subscriptions: must be an object. [SH2503]",
    'maintenanceTemplates.upgrade.serviceStatuses.web: the page has no service "web". [SH2504]',
  ]);
  expect(await problemsOf({})).toEqual([expect.stringMatching(/needs hub, .* or file/)]);
  expect(await problemsOf({ file: "page.yaml", ...acme })).toEqual([
    "file: gives the whole page, so don't pass groups, hub and incidentTemplates. [SH2511]",
  ]);
  expect(await problemsOf({ file: unknown })).toEqual(["file: isn't known yet. [SH2512]"]);
  expect((await constructPage(reached, { file: "nowhere.yaml" })).message).toContain("ENOENT: no such file");
});

test("reads a file with values of the stack configuration, of which secrets stay secret", async () => {
  const reached = await reachNative();
  const file = join(await temporaryFolder(), "page.yaml");
  const text =
    "hub: { subdomain: { config: name } }\ngroups: { a: { id: 1, services: { api: { name: { config: other:key } } } } }";
  await writeFile(file, text);
  const { registered, message } = await constructPage(
    reached,
    { file },
    {
      options: (request) => {
        request.getConfigMap().set("unit:name", "acme").set("other:key", "Falcon");
        request.setConfigsecretkeysList(["other:key"]);
      },
    },
  );
  expect(message).toBe("");
  expect(registered.map(({ name, inputs }) => [name, inputs.subdomain ?? inputs.name])).toEqual([
    ["acme", undefined],
    ["acme", "acme"],
    ["acme-api", secret("Falcon")],
  ]);
});

test("two pages whose names and keys combine to one name are rejected", async () => {
  const reached = await reachNative();
  const page = (key: string) => ({ hub: reference("Hub", "1"), subscriptions: { [key]: { method: "sms" } } });
  expect((await constructPage(reached, page("eu-web"))).message).toBe("");
  const other = await constructPage(reached, page("web"), { options: (request) => request.setName("acme-eu") });
  expect(other.message).toContain(
    'subscriptions.web: is called "acme-eu-web", as subscriptions.eu-web of StatusPage "acme" is',
  );
  expect(other.registered).toEqual([]);
});
