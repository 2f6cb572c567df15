import { expect, it } from "vitest";
import type { Deployment, ExportedResource } from "../../../cli/project/stack.ts";
import { interruptedIn, plannedIn } from "../../../cli/recover/pending.ts";
import { describeNext } from "../../../cli/recover/report.ts";
import { withRecovered } from "../../../cli/recover/state.ts";
import { unknownMark } from "../../../model/pulumi/mark-keys.ts";

const provider = "urn:pulumi:dev::page::pulumi:providers:statushub::default";
const stackUrn = "urn:pulumi:dev::page::pulumi:pulumi:Stack::page-dev";
const urnOf = (type: string, name = "web") => `urn:pulumi:dev::page::${type}::${name}`;
const secret = (plaintext: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext,
});

const inputs = { hub: "acme", name: "Website", description: secret('"internal"') };
const service = {
  urn: urnOf("statushub:index:Service"),
  type: "statushub:index:Service",
  custom: true,
  parent: stackUrn,
  provider: `${provider}::1`,
  inputs,
} as unknown as ExportedResource;

const pending = (resource: object, type = "creating") => ({ type, resource: { ...service, ...resource } });
const stateOf = (...operations: ReturnType<typeof pending>[]): Deployment => ({
  resources: [{ urn: stackUrn, type: "pulumi:pulumi:Stack" }],
  pending_operations: operations,
});

function recovered(deployment: Deployment) {
  const { creates } = interruptedIn(deployment);
  const stored = { name: "Website", description: "internal", __declared: ["name", "description"] } as never;
  const made = creates.map((create) => ({ create, recovered: { id: "7", stored, missing: [] } }));
  const settled = new Set(creates.map(({ resource }) => resource.urn));
  return withRecovered(deployment, made, { settled, now: "2030-01-01T00:00:00Z" });
}

it("[RCV-1] adds a record as the resource that was being created, with its secrets encrypted", () => {
  expect(recovered(stateOf(pending({})))).toMatchObject({
    resources: [
      { urn: stackUrn },
      { ...service, id: "7", outputs: { name: "Website", description: secret('"internal"') } },
    ],
    pending_operations: [],
  });
});

it.each([
  [
    "lets the next up delete what is replaced",
    {},
    [
      ["7", undefined],
      ["3", true],
    ],
  ],
  ["drops what was deleted before it is replaced", { pendingReplacement: true }, [["7", undefined]]],
])("[RCV-1] %s", (_, about, expected) => {
  const before = { ...service, id: "3", ...about };
  const { resources = [] } = recovered({ ...stateOf(pending({})), resources: [before] });
  expect(resources.map((each) => [each.id, each.delete])).toEqual(expected);
});

it("[RCV-2] doesn't take a create that a later run has repeated for a replacement", () => {
  const before = { ...service, id: "3", created: "2030-01-01T00:00:00Z" };
  const operations = [pending({}), pending({ created: "2029-01-01T00:00:00Z" })];
  const { creates, repeatable } = interruptedIn({ ...stateOf(...operations), resources: [before] });
  expect(creates).toEqual([]);
  expect(repeatable).toEqual([service.urn, service.urn]);
});

it("knows which creates can be repeated, and which belong to other packages", () => {
  const operations = [
    pending({ urn: urnOf("statushub:index:Hub"), type: "statushub:index:Hub" }),
    pending({ urn: urnOf("statushub:index:Service", "adopted"), inputs: { ...inputs, adopt: "4" } }),
    pending({ urn: urnOf("my:index:Team"), type: "my:index:Team", custom: false }),
    pending({ urn: urnOf("aws:s3/bucket:Bucket"), type: "aws:s3/bucket:Bucket" }),
    pending({ urn: urnOf("statushub:index:Service", "changed") }, "updating"),
  ];
  const { creates, repeatable, unknown } = interruptedIn(stateOf(...operations));
  expect(creates).toEqual([]);
  expect(repeatable).toHaveLength(3);
  expect(unknown).toEqual([urnOf("aws:s3/bucket:Bucket")]);
});

it("finds in a preview what an older state lacks, with its components, but not what the preview hides, or what an explicit provider with other arguments has", () => {
  const component = { ...service, urn: urnOf("my:index:Team", "team"), custom: false, provider: "", inputs: {} };
  const own = { ...service, parent: component.urn, inputs: { hub: "acme", name: "Website" } };
  const hidden = { ...own, urn: urnOf("statushub:index:Service", "hidden"), inputs: { name: "[secret]" } };
  const later = { ...own, urn: urnOf("statushub:index:Service", "later"), inputs: { name: unknownMark } };
  const explicit = urnOf("pulumi:providers:statushub", "own");
  const moved = { ...own, urn: urnOf("statushub:index:Service", "moved"), provider: `${explicit}::1` };
  const created = [component, own, hidden, later, moved];
  const steps = [
    ...[provider, explicit].map((urn) => ({ op: "update", urn })),
    ...created.map((newState) => ({ op: "create", urn: newState.urn, newState })),
  ];
  const known = [provider, explicit].map((urn) => ({ urn, type: "pulumi:providers:statushub", id: "1" }));
  const creates = [{ resource: { urn: own.urn }, components: [{ urn: component.urn }] }];
  const unknown = [hidden.urn, moved.urn];
  expect(plannedIn(steps as never, known)).toMatchObject({ creates, unknown, later: [later.urn] });
});

it("says what a preview shows, and that an up also deletes what the interrupted run has replaced", () => {
  const create = { op: "create", urn: "urn:pulumi:dev::page::statushub:index:Service::web" } as const;
  const original = { urn: create.urn, type: "statushub:index:Service", delete: true };
  expect(describeNext([create], [original])).toBe(
    "A preview of pulumi up shows 1 resource to create, 1 resource to delete.",
  );
  expect(describeNext([], [])).toBe("A preview of pulumi up shows no changes.");
});
