import { lookups } from "../../model/kinds/index.ts";
import type { Lookup } from "../../model/kinds/kind.ts";
import { kindIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { declaredFrom } from "../../provider/rehearse.ts";
import { identify, providerOf } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import type { Page } from "./page.ts";
import { clearOf } from "./secrets.ts";
import type { Stage } from "./stage.ts";

/**
 * Plays a lookup that is a resource of the program: by the ID of a record, or by its values. What is looked up, no deletion of
 * the same run removes.
 */
export async function playLookup(stage: Stage, urn: string, state: ResourceState): Promise<void> {
  const page = await stage.providers.pageOf(providerOf(state));
  const byValues = lookups[kindIn(typeIn(urn)) ?? ""];
  const isOurs = byValues !== undefined || identify(urn) !== undefined;
  if (page === undefined || !isOurs) return;
  try {
    if (byValues === undefined) await readNamed(stage, urn, state);
    else await findByValues(stage, page, byValues, state);
  } catch (error) {
    if (page.failure !== undefined) throw page.failure;
    if (!(error instanceof Error)) throw error;
    // The plan has found it, perhaps by values that are masked here.
    stage.leaveOut(stage.subjectOf(urn, state), "unreadable");
  }
}

async function readNamed(stage: Stage, urn: string, state: ResourceState): Promise<void> {
  const actor = await stage.providers.actorFor(urn, state);
  const { id = "", inputs } = state;
  const isImport = false;
  const found = await actor?.provider.read(actor.resource, { id, stored: declaredFrom(clearOf(inputs)) }, isImport);
  if (found !== undefined) stage.resources.set(urn, found);
}

async function findByValues(stage: Stage, page: Page, lookup: Lookup, { inputs }: ResourceState): Promise<void> {
  await stage.providers.on(page).lookup({ lookup, marked: "unknown" }, declaredFrom(clearOf(inputs)));
}
