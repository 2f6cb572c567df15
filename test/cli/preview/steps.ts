import { findArchived } from "../../../cli/drift/archived.ts";
import type { UnmanagedContent } from "../../../cli/drift/facts.ts";
import { createDrift } from "../../../cli/drift/report.ts";
import type { PreviewReport } from "../../../cli/preview/facts.ts";
import { previewInWords } from "../../../cli/preview/words.ts";
import type { PreviewStep } from "../../../cli/project/pulumi-preview.ts";
import { createHubNames } from "../../../cli/project/record.ts";
import type { ResourceState } from "../../../cli/project/stack.ts";
import type { PlayedResource } from "../../../cli/rehearsal/stage.ts";
import { plannedChanges } from "../../../cli/report/planned.ts";
import { renderText } from "../../../cli/report/render.ts";
import { type ServiceNames, Services } from "../../../cli/report/services.ts";
import { declaredFrom, storedFrom } from "../../../provider/rehearse.ts";

/*
 * Steps of a preview, as Pulumi prints them.
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
): PreviewStep => ({
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
): [read: PreviewStep, update: PreviewStep] => [
  refresh(kind, name, state(before, id)),
  {
    ...{ op: "update", urn: urn(kind, name), oldState: state(live, id), newState: state(declared) },
    detailedDiff: Object.fromEntries(Object.keys({ ...live, ...declared }).map((key) => [key, {}])),
  },
];

const of = (op: PreviewStep["op"]) => (kind: string, name: string, oldState: ResourceState) => ({
  op,
  urn: urn(kind, name),
  oldState,
});
export const refresh = of("refresh");
export const remove = of("delete");
export const same = of("same");

/** The drift in these steps, on a page whose services have these names. */
export const driftOn = (
  steps: readonly PreviewStep[],
  names: ServiceNames = new Map(),
  unmanaged: ReadonlyMap<string, UnmanagedContent> = new Map(),
) => {
  const refreshed = new Map(steps.map(({ urn: own, oldState }) => [own, playedFrom(oldState)]));
  const archived = findArchived({
    plan: { stack: "prod", steps, resources: [], hubName: createHubNames(steps) },
    refreshed,
  });
  const planned = plannedChanges("prod", steps);
  const services = new Services(names, planned);
  return createDrift([{ stack: "prod", planned }], { services, archived, unmanaged });
};

/** A resource as a refresh has read it. */
const playedFrom = ({ id = "", inputs, outputs }: ResourceState = {}): PlayedResource => {
  return { id, declared: declaredFrom({ ...inputs }), stored: storedFrom({ ...outputs }) };
};

export const textOf = (report: PreviewReport) => renderText(previewInWords(report));

export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
