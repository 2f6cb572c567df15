import { createDrift, type UnmanagedContent } from "../../../cli/drift/report.ts";
import type { RecipientsByHub } from "../../../cli/preview/messages.ts";
import { createPreview, type PreviewReport } from "../../../cli/preview/report.ts";
import { previewInWords } from "../../../cli/preview/words.ts";
import type { Step } from "../../../cli/project/pulumi-preview.ts";
import type { ResourceState } from "../../../cli/project/stack.ts";
import type { PageFacts } from "../../../cli/report/page.ts";
import { plannedChanges } from "../../../cli/report/planned.ts";
import { renderText } from "../../../cli/report/render.ts";

/*
 * Steps of a preview, as Pulumi prints them, and the report on them.
 */

export type Inputs = Record<string, unknown>;

export const urn = (kind: string, name: string) =>
  `urn:pulumi:prod::site::pulumi-nodejs:dynamic/statushub:${kind}::${name}`;
export const state = (inputs: Inputs, id = "7"): ResourceState => ({ id, inputs: { hub: "acme", ...inputs } });
export const create = (
  kind: string,
  name: string,
  inputs: Inputs,
  dependencies: Record<string, string[]> = {},
): Step => ({
  op: "create",
  urn: urn(kind, name),
  newState: { inputs: { hub: "acme", ...inputs }, propertyDependencies: dependencies },
});
/** A resource whose page differs from the state, which differs from the program. */
export const update = (
  kind: string,
  name: string,
  [before, live, declared]: [Inputs, Inputs, Inputs],
  id?: string,
): [read: Step, update: Step] => [
  refresh(kind, name, state(before, id)),
  {
    ...{ op: "update", urn: urn(kind, name), oldState: state(live, id), newState: state(declared) },
    detailedDiff: Object.fromEntries(Object.keys({ ...live, ...declared }).map((key) => [key, {}])),
  },
];

const of = (op: Step["op"]) => (kind: string, name: string, oldState: ResourceState) => ({
  op,
  urn: urn(kind, name),
  oldState,
});
export const refresh = of("refresh");
export const remove = of("delete");

export const facts: PageFacts & RecipientsByHub = {
  adopted: new Map(),
  services: new Map(),
  withoutNames: new Set(),
  recipients: new Map([["acme", []]]),
  connected: new Set(),
};
export const now = Date.parse("2026-12-01T00:00:00Z");

export const reportOn = (steps: readonly Step[], page: Partial<typeof facts> = {}) =>
  createPreview([{ stack: "prod", planned: plannedChanges("prod", steps) }], { ...facts, ...page }, now);

/** The drift in the same steps. */
export const driftOn = (
  steps: readonly Step[],
  page: Partial<PageFacts> = {},
  unmanaged?: ReadonlyMap<string, UnmanagedContent>,
) => createDrift([{ stack: "prod", planned: plannedChanges("prod", steps) }], { ...facts, ...page }, unmanaged);

export const textOf = (report: PreviewReport) => renderText(previewInWords(report));

export const maintenance = (more: Inputs = {}): Inputs => ({
  title: "Patching",
  startTime: "2026-12-06 02:00:00",
  endTime: "2026-12-06T04:00:00+01:00",
  serviceStatuses: [{ service: "7", status: "down" }],
  ...more,
});

export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
