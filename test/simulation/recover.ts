import { isDeepStrictEqual } from "node:util";
import { type Deployment, type ExportedResource, inClear } from "../../cli/project/stack.ts";
import { type Interrupted, interruptedIn } from "../../cli/recover/pending.ts";
import { planRecovery, type RecoveryPlan } from "../../cli/recover/plan.ts";
import { withRecovered } from "../../cli/recover/state.ts";
import { kindIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { openAccount } from "../../provider/client/account.ts";
import { isStatusHubError } from "../../provider/client/errors.ts";
import type { PendingOperation, StateEntry } from "../engine-model/state.ts";
import { isLeftBehind } from "./check-declared.ts";
import { isExplained } from "./explained.ts";
import { kindOf, rowIdOf } from "./kinds.ts";
import { isLive, type Stack } from "./owners.ts";
import type { Scene } from "./scene.ts";
import { keyOf } from "./server.ts";
import { Violation } from "./violation.ts";

/**
 * Runs the command `recover`: it pairs what killed commands were creating with records of the page, without a write. The
 * reference model knows which record belongs to which create.
 *
 * @throws Violation
 */
export async function recover(scene: Scene, stack: Stack): Promise<void> {
  const deployment = deploymentOf(stack);
  const { resources = [] } = deployment;
  const interrupted = interruptedIn(deployment);
  const read = await scene
    .read((baseUrl) => {
      const account = openAccount({ baseUrl, apiKey: keyOf(stack.name), apiKeySource: "environment" });
      return planRecovery(async () => account, resources, interrupted);
    })
    .catch((error: unknown) => {
      if (!isStatusHubError(error)) throw error;
      // The command ends with this error, and changes nothing.
      if (isExplained(scene.assumed, error.message)) return undefined;
      throw new Violation("RCV-1: recover fails", error.message);
    });
  if (read === undefined) return;
  const { result: plan, writes } = read;
  if (writes > 0) throw new Violation("RCV-1: recover sends a write", `${stack.name}: ${writes} writes`);
  checkPairs(scene, stack, plan);
  checkCleared(scene, stack, plan, interrupted);
  const settled = new Set([...plan.made.map(({ create }) => create.resource.urn), ...plan.gone]);
  const now = new Date(Date.now()).toISOString();
  const entries = new Map(
    [...stack.pending.map(({ resource }) => resource), ...stack.state].map((each) => [each.urn, each]),
  );
  const recovered = withRecovered(deployment, plan.made, { settled, now });
  const state = (recovered.resources ?? []).map((resource) => entryOf(resource, entries.get(resource.urn)));
  stack.state.splice(0, stack.state.length, ...state);
  stack.pending = stack.pending.filter(({ resource }) => !settled.has(resource.urn));
  stack.written = Date.now();
}

/** A killed create of the stack has made each paired record: that one, or an equal one. */
function checkPairs(scene: Scene, stack: Stack, { made }: RecoveryPlan): void {
  for (const { create, recovered } of made) {
    const { kind, resource } = create;
    const series = scene.owners.seriesOf(`${kindOf(kind).table}/${rowIdOf(recovered.id)}`);
    const creation = scene.owners.created.get(series);
    if (creation?.stack !== stack.name || !creation.isLost) {
      const cause = leftBy(scene, resource).length === 0 ? ", which equals a create without effect" : "";
      const where = `${resource.urn}: ${series} of ${creation?.urn ?? "nobody"}`;
      throw new Violation(`RCV-2: recover takes a ${kind} of somebody else${cause}`, where);
    }
    scene.owners.created.set(series, { ...creation, urn: resource.urn, isLost: false });
  }
}

/** A create is only cleared if it had no effect, or if somebody has changed or deleted what it made. */
function checkCleared(scene: Scene, { pending }: Stack, { gone }: RecoveryPlan, { repeatable }: Interrupted): void {
  for (const { resource } of pending) {
    const { urn } = resource;
    if (!gone.includes(urn) || repeatable.includes(urn)) continue;
    const [left] = leftBy(scene, exported(resource));
    if (left === undefined) continue;
    const row = scene.rows.get(left);
    const isPassed = row?.state === "draft" && Date.parse(String(row.end_time)) <= scene.server.now;
    const cause = isPassed ? ", a draft whose date has passed" : "";
    throw new Violation(
      `RCV-1: recover finds nothing of a ${kindIn(typeIn(urn))} that was left${cause}`,
      `${urn}: ${left}`,
    );
  }
}

/** What killed commands have made of exactly these inputs as a resource, and nobody has changed since. */
function leftBy(scene: Scene, { urn, inputs }: ExportedResource): string[] {
  const { owners, rows, server } = scene;
  return [...owners.created].flatMap(([key, creation]) =>
    creation.isLost &&
    creation.urn === urn &&
    isDeepStrictEqual(creation.step.inputs, inputs) &&
    isLive(rows.get(key)) &&
    // Its hub may have another name now.
    rows.get(key)?.hub_id === server.hubOf(creation.step.inputs ?? {}) &&
    !owners.touched.has(key) &&
    !isLeftBehind(scene, key)
      ? [key]
      : [],
  );
}

const deploymentOf = ({ state, pending }: Stack): Deployment => ({
  resources: state.map((entry) => ({
    ...exported(entry),
    id: entry.id,
    outputs: entry.outputs as never,
    ...(entry.pending === "delete" && { delete: true }),
    ...(entry.pending === "replacement" && { pendingReplacement: true }),
    ...(entry.isFailed && { initErrors: ["failed"] }),
  })),
  pending_operations: pending.map(({ type, resource }) => ({ type, resource: exported(resource) })),
});

const exported = ({ urn, inputs, created }: PendingOperation["resource"]): ExportedResource => ({
  urn,
  type: typeIn(urn),
  custom: true,
  inputs: inputs as never,
  ...(created !== undefined && { created: new Date(created).toISOString() }),
});

function entryOf(resource: ExportedResource, known: PendingOperation["resource"] | undefined): StateEntry {
  if (known === undefined) throw new Error(`${resource.urn} is neither in the state nor pending`);
  const { urn, name, kind, provider, needs } = known;
  return {
    ...{ urn, name, kind, provider, needs },
    id: resource.id ?? "",
    inputs: resource.inputs as never,
    outputs: inClear(resource.outputs) as never,
    created: Date.parse(resource.created ?? ""),
    ...(resource.delete && { pending: "delete" }),
    ...(resource.pendingReplacement && { pending: "replacement" }),
    ...(resource.initErrors !== undefined && { isFailed: true }),
  };
}
