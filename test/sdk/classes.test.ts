import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, test } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import * as statushub from "../../sdk/index.ts";
import * as native from "../../sdk/native/index.ts";
import { pointer } from "../engine/pointer.ts";
import { samples } from "../samples/index.ts";
import { type Registered, recordRegistrations, settled } from "./registered.ts";

interface ResourceClass {
  new (name: string, args?: object): pulumi.CustomResource;
  isInstance(object: unknown): boolean;
  get(name: string, id: string, ...rest: unknown[]): pulumi.CustomResource;
}

// The classes by kind; each has its own arguments.
const libraries = { dynamic: statushub, native } as unknown as Record<string, Record<string, ResourceClass>>;

const kinds = Object.keys(definitions);
const classes = Object.entries(libraries).flatMap(([provider, all]) =>
  kinds.flatMap((kind) => (all[kind] ? [{ provider, kind, Class: all[kind], others: all }] : [])),
);

let registered: Registered[];

beforeEach(async () => {
  registered = await recordRegistrations();
});

/** The declared values of every property, or of the named ones. */
const declared = (kind: string, names = Object.keys(samples[kind]?.properties ?? {})) => ({
  ...(definitions[kind]?.operations.create && { hub: "acme" }),
  ...Object.fromEntries(names.map((name) => [name, samples[kind]?.properties[name]?.values[0].declared])),
});

const propertyNames = (kind: string) => Object.keys(definitions[kind]?.properties ?? {});
const outputNames = (kind: string) => Object.keys(definitions[kind]?.outputs ?? {});

test("both providers have a class for each kind", () => {
  expect(classes.map(({ kind }) => kind)).toEqual([...kinds, ...kinds]);
});

describe.each(classes)("the $provider class $kind", ({ provider, kind, Class, others }) => {
  const pointers = provider === "dynamic" ? { __provider: pointer(kind) } : {};

  it("passes on every declared property, and the pointer if it has one", async () => {
    const args = declared(kind);
    const before = structuredClone(args);
    new Class("full", args);
    await settled();

    expect(args, "which it doesn't change").toEqual(before);
    const { type, inputs = {} } = registered[0] ?? {};
    expect(type).toBe(`${provider === "dynamic" ? "pulumi-nodejs:dynamic/statushub" : "statushub:index"}:${kind}`);
    expect(Object.keys(inputs).sort()).toEqual([...Object.keys(pointers), ...Object.keys(args)].sort());
    expect(inputs).toMatchObject(pointers);
  });

  it("shows every property and output of the definition, even if the program declares none", async () => {
    const resource = new Class("minimal", declared(kind, [...(samples[kind]?.minimal ?? [])]));
    const names = [...propertyNames(kind), ...outputNames(kind), ...(kind === "Hub" ? [] : ["hubId"])];

    expect(names.filter((name) => !pulumi.Output.isInstance(resource[name as keyof typeof resource]))).toEqual([]);
    await settled();
  });

  it("leaves it to the provider to name what is missing, if a JavaScript program passes no arguments", async () => {
    new Class("bare");
    await settled();

    expect(registered[0]?.inputs).toEqual(pointers);
  });

  it("passes exactly the properties that the definition marks as secret as secrets", async () => {
    const resource = new Class("full", declared(kind));
    const isSecret = (name: string) =>
      pulumi.isSecret(resource[name as keyof typeof resource] as pulumi.Output<unknown>);
    const secrets = await Promise.all(propertyNames(kind).map(async (name) => [name, await isSecret(name)]));

    const { properties = {} } = definitions[kind] ?? {};
    expect(secrets).toEqual(propertyNames(kind).map((name) => [name, properties[name]?.secret === true]));
    await settled();
  });

  it("looks a record up by ID, declaring only the hub", async () => {
    const rest = kind === "Hub" ? {} : { hub: "acme" };
    Class.get("found", "7", ...(kind === "Hub" ? [] : [rest]), { protect: true });
    await settled();

    expect(registered).toEqual([
      { type: expect.any(String), name: "found", id: "7", inputs: { ...pointers, ...rest } },
    ]);
  });

  it("only recognizes its own instances", () => {
    for (const other of kinds) {
      const resource = others[other] && new others[other](`a ${other}`, declared(other));
      expect(Class.isInstance(resource)).toBe(other === kind);
    }
    expect(Class.isInstance({})).toBe(false);
  });
});

const times = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };

describe("a secret of undefined", () => {
  const nothing = pulumi.secret<undefined>(undefined);

  it("declares nothing, at any depth, unlike a secret null", async () => {
    const repeat = { interval: "weekly", options: nothing, endOn: nothing };
    new statushub.Maintenance("a", { hub: "acme", title: "A", ...times, serviceStatuses: [], body: nothing, repeat });
    const address = pulumi.secret("+1 234");
    const args = { hub: "acme", method: "sms", address, services: "all", configuration: nothing } as const;
    new statushub.Subscription("b", { ...args, label: pulumi.secret(null), lessVerbose: nothing });
    await settled();

    expect(registered.map(({ inputs: { __provider, ...inputs } }) => inputs)).toEqual([
      { hub: "acme", title: "A", ...times, serviceStatuses: [], repeat: { interval: "weekly" } },
      expect.objectContaining({ address: expect.objectContaining({ value: "+1 234" }) }),
    ]);
    const { label, ...rest } = registered[1]?.inputs ?? {};
    expect(label).toMatchObject({ value: null });
    expect(Object.keys(rest).sort()).toEqual(["__provider", "address", "hub", "method", "services"]);
  });
});

describe("references to services", () => {
  const hub = "acme";
  const inputsOf = (name: string) => registered.find((resource) => resource.name === name)?.inputs;

  it("REL-1: are IDs on the wire, whether resource or ID, plain or not known yet", async () => {
    const api = new statushub.Service("api", { hub, groupId: 3, name: "API" });
    const status = "down" as const;
    new statushub.IncidentTemplate("plain", { hub, title: "A", serviceStatuses: [{ service: api, status }] });
    new statushub.MaintenanceTemplate("outputs", {
      hub,
      title: "A",
      serviceStatuses: pulumi.output([{ service: pulumi.output(api), status }]),
    });
    const promised = Promise.resolve([{ service: Promise.resolve(api), status: pulumi.output(status) }]);
    new statushub.Maintenance("promises", { hub, title: "A", ...times, serviceStatuses: promised });
    const services = [api, "7", 8, pulumi.output(api)];
    new statushub.Subscription("list", { hub, method: "sms", address: "1", services });
    await settled();

    for (const name of ["plain", "outputs", "promises"])
      expect(inputsOf(name)?.serviceStatuses).toEqual([{ service: "101", status }]);
    expect(inputsOf("list")?.services).toEqual(["101", "7", 8, "101"]);
  });

  it("reject another kind of resource, whose ID could be mistaken for that of a service, or for a subdomain", () => {
    const page = new statushub.Hub("page", { subdomain: "acme" });
    // @ts-expect-error a hub is no service
    const wrong = () => new statushub.Subscription("wrong", { hub, method: "sms", address: "1", services: [page] });
    expect(wrong).toThrow(
      'statushub.Subscription "wrong": services must be a statushub.Service or its ID, not a pulumi-nodejs:dynamic/statushub:Hub.',
    );
    const api = new statushub.Service("api", { hub, groupId: 3, name: "API" });
    expect(() => new statushub.Service("wrong", { hub: api, groupId: 3, name: "Web" })).toThrow(
      'statushub.Service "wrong": hub must be a statushub.Hub or a subdomain, not a pulumi-nodejs:dynamic/statushub:Service.',
    );
  });
});
