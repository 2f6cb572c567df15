import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import * as statushub from "../../sdk/index.ts";
import { pointer } from "../engine/pointer.ts";
import { samples } from "../samples/index.ts";
import { type Registered, recordRegistrations, settled } from "./registered.ts";

// The classes by kind; each has its own arguments.
const classes = statushub as unknown as Record<
  string,
  {
    new (name: string, args: object, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource;
    isInstance(object: unknown): boolean;
    get(name: string, id: string, ...rest: unknown[]): pulumi.CustomResource;
  }
>;

const kinds = Object.keys(definitions);

let registered: Registered[];

beforeEach(async () => {
  registered = await recordRegistrations();
});

const classOf = (kind: string) => {
  const found = classes[kind];
  if (found === undefined) throw new Error(`There is no class ${kind}.`);
  return found;
};

/** The declared values of every property, or of the named ones. */
const declared = (kind: string, names = Object.keys(samples[kind]?.properties ?? {})) => ({
  ...(definitions[kind]?.operations.create && { hub: "acme" }),
  ...Object.fromEntries(names.map((name) => [name, samples[kind]?.properties[name]?.values[0].declared])),
});

const propertyNames = (kind: string) => Object.keys(definitions[kind]?.properties ?? {});
const outputNames = (kind: string) => Object.keys(definitions[kind]?.outputs ?? {});

describe.each(kinds)("the class %s", (kind) => {
  it("passes on every declared property and the pointer", async () => {
    const args = declared(kind);
    const before = structuredClone(args);
    new (classOf(kind))("full", args);
    await settled();

    expect(args, "which it doesn't change").toEqual(before);
    const { type = "", inputs = {} } = registered[0] ?? {};
    expect(type).toBe(`pulumi-nodejs:dynamic/statushub:${kind}`);
    expect(Object.keys(inputs).sort()).toEqual(["__provider", ...Object.keys(args)].sort());
    expect(inputs.__provider).toBe(pointer(kind));
  });

  it("shows every property and output of the definition, even if the program declares none", async () => {
    const resource = new (classOf(kind))("minimal", declared(kind, [...(samples[kind]?.minimal ?? [])]));
    const names = [...propertyNames(kind), ...outputNames(kind), ...(kind === "Hub" ? [] : ["hubId"])];

    expect(names.filter((name) => !pulumi.Output.isInstance(resource[name as keyof typeof resource]))).toEqual([]);
    await settled();
  });

  it("leaves it to the provider to name what is missing, if a JavaScript program passes no arguments", async () => {
    new (classOf(kind))("bare", undefined as unknown as object);
    await settled();

    expect(Object.keys(registered[0]?.inputs ?? {})).toEqual(["__provider"]);
  });

  it("passes exactly the properties that the definition marks as secret as secrets", async () => {
    const resource = new (classOf(kind))("full", declared(kind));
    const isSecret = async (name: string) =>
      pulumi.isSecret(resource[name as keyof typeof resource] as pulumi.Output<unknown>);
    const secrets = await Promise.all(
      propertyNames(kind).map(async (name) => ((await isSecret(name)) ? name : undefined)),
    );

    expect(secrets.filter((name) => name !== undefined)).toEqual(
      propertyNames(kind).filter((name) => definitions[kind]?.properties[name]?.secret),
    );
    await settled();
  });

  it("looks a record up by ID, declaring only the hub", async () => {
    const rest = kind === "Hub" ? [] : [{ hub: "acme" }];
    classOf(kind).get("found", "7", ...rest);
    await settled();

    expect(registered).toMatchObject([{ name: "found", id: "7" }]);
    expect(Object.keys(registered[0]?.inputs ?? {}).sort()).toEqual(["__provider", ...rest.flatMap(Object.keys)]);
  });

  it("only recognizes its own instances", () => {
    for (const other of kinds) {
      const resource = new (classOf(other))(`a ${other}`, declared(other));
      expect(classOf(kind).isInstance(resource)).toBe(other === kind);
    }
    expect(classOf(kind).isInstance({})).toBe(false);
  });
});

describe("a secret of undefined", () => {
  const nothing = pulumi.secret<undefined>(undefined);

  it("declares nothing, at any depth, unlike a secret null", async () => {
    const times = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };
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
  const time = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };
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
    new statushub.Maintenance("promises", { hub, title: "A", ...time, serviceStatuses: promised });
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
