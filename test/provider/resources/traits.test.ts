import { expect, it } from "vitest";
import type { Property } from "../../../provider/resources/define.ts";
import { definitions } from "../../../provider/resources/index.ts";

const none = "nothing";
const traits = ["required", "replaces", "secret", "putOnly", "writeOnly"] as const;

/** What a removed declaration is set to, and what else is particular to a property, as the API description has it. */
const expected: Record<string, Record<string, [cleared: unknown, ...traits: (typeof traits)[number][]]>> = {
  Hub: { subdomain: [none, "required"], name: [none], productUrl: [null] },
  Service: {
    groupId: [none, "required"],
    name: [none, "required"],
    publicName: [null],
    description: [null],
    customId: [null],
  },
  IncidentTemplate: {
    title: [null],
    body: [null],
    labels: [[]],
    serviceStatuses: [[]],
    incidentType: [null],
    silentUpdate: [null],
  },
  MaintenanceTemplate: {
    title: [null],
    body: [null],
    labels: [[]],
    serviceStatuses: [[]],
    duration: [null],
    silent: [null],
  },
  Subscription: {
    method: [none, "required", "replaces"],
    address: [none, "required", "secret"],
    services: [none, "required"],
    configuration: [{}, "secret"],
    label: [null],
    lessVerbose: [false],
    protected: [false],
    subscriberId: [none, "replaces"],
  },
  Maintenance: {
    title: [none, "required"],
    startTime: [none, "required"],
    endTime: [none, "required"],
    serviceStatuses: [none, "required"],
    body: [""],
    state: ["published"],
    silent: [false, "writeOnly"],
    suppressEvents: [false, "writeOnly"],
    repeat: [null, "putOnly"],
    notifications: [[], "putOnly"],
  },
};

const describeProperty = (property: Property) => [
  property.cleared === undefined ? none : property.cleared,
  ...traits.filter((trait) => property[trait] === true),
];

it.each(Object.entries(definitions))(
  "%s clears, replaces and hides what the API description says",
  (kind, { properties }) => {
    const found = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, describeProperty(property)]),
    );

    expect(found).toEqual(expected[kind]);
  },
);

it("no output is a secret but the token of a service", () => {
  const secrets = Object.entries(definitions).flatMap(([kind, { outputs }]) =>
    Object.keys(outputs).flatMap((name) => (outputs[name]?.secret ? `${kind}.${name}` : [])),
  );

  expect(secrets).toEqual(["Service.token"]);
});
