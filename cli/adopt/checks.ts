import { relative } from "node:path";
import { nameOnPage } from "../../model/page/records.ts";
import { isDefaultProvider, isOfKind, isStack, nameIn, typeIn } from "../../provider/resource-type.ts";
import { advise } from "../advice.ts";
import {
  changesLeft,
  otherProgramRuns,
  pageIncomplete,
  pageNotDeclared,
  pageProvider,
  stackChanged,
} from "../errors/adopt.ts";
import type { NewResource, NewResources } from "../program/import-file.ts";
import type { Resource } from "../program/resource.ts";
import { createdIn, isChange, preview, type Step } from "../project/preview.ts";
import { type Identity, identify, providerOf } from "../project/record.ts";
import type { ResourceState, Stack } from "../project/stack.ts";
import { isHub } from "../records.ts";
import { CommandError } from "../terminal/failure.ts";
import { plural } from "../terminal/output.ts";
import type { AdoptionPlan, PageToDeclare } from "./plan.ts";

/**
 * Checks that Pulumi runs the program that declares the records, before the state changes: a preview must create the missing
 * records and leave those of the stack unchanged. Only a preview can tell, because settings outside the project also decide
 * which program runs.
 *
 * @returns the resources that the preview creates
 * @throws CommandError
 */
export async function checkProgramRuns(plan: AdoptionPlan): Promise<NewResources> {
  const { stack, path, page, files } = plan;
  // Without a refresh, as changes on the page don't matter here, and without verification, which rejects existing records.
  const steps = await preview(stack, { refresh: false, env: { STATUSHUB_VERIFY: "false" } });
  const created = checkSteps(plan, steps);
  if (created !== undefined) return created;
  process.stdout.write(`${page?.lines}\n`);
  const message = files.some(({ before }) => before === undefined) ? pageNotDeclared.written : pageNotDeclared.kept;
  throw new CommandError(message({ stack: stack.name, path: relative(stack.project.path, path) }));
}

/** Does the same with the steps of the preview; undefined if the program doesn't declare the page. */
export function checkSteps(plan: AdoptionPlan, steps: readonly Step[]): NewResources | undefined {
  const { stack, path, page, missing, known } = plan;
  const parent = page && findPage(steps, page);
  if (page !== undefined && parent === undefined) return undefined;
  const created = findNewResources(steps, plan, parent);
  const ops = new Map(steps.map(({ urn, op }) => [urn, op]));
  const absent = missing.filter((resource) => !created.records.has(resource));
  const changed = known.filter(({ urn, mayChange }) => !isKept(ops.get(urn), mayChange));
  const shown = relative(stack.project.path, path);
  if (page !== undefined && absent.length + changed.length > 0) {
    const lacking = [...absent, ...changed];
    throw new CommandError(
      pageIncomplete({ path: shown, count: plural(lacking.length, "record"), resources: listOf(lacking) }),
    );
  }
  if (absent.length > 0) {
    const count = plural(missing.length, "record");
    throw new CommandError(otherProgramRuns({ path: shown, count, created: missing.length - absent.length }));
  }
  if (changed.length > 0) {
    throw new CommandError(stackChanged({ path: shown, resources: listOf(changed) }));
  }
  return created;
}

/** A preview doesn't list unchanged resources. */
const isKept = (op = "same", mayChange: boolean) => op === "same" || (mayChange && op === "update");

/**
 * Checks that the next `pulumi up` would change no record.
 *
 * @returns whether it would change anything else
 */
export async function checkNoChanges(stack: Stack): Promise<boolean> {
  const changes = (await preview(stack)).filter(isChange);
  const changed = changes.flatMap(({ urn }) => identify(urn) ?? []);
  if (changed.length === 0) return changes.length > 0;
  const command = advise("pulumi", ["preview", "--diff"], { stack: stack.name, cwd: stack.cwd });
  throw new CommandError(changesLeft({ count: plural(changed.length, "record"), resources: listOf(changed), command }));
}

/** Whether the existing program declares everything in the stack. A program that fails doesn't. */
export async function declaresAll(stack: Stack): Promise<boolean> {
  try {
    return (await preview(stack, { refresh: false })).every(({ op }) => op !== "delete");
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

export const listOf = (resources: readonly Identity[], most = 5): string =>
  resources
    .slice(0, most)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(", ");

/** Finds the URN of a page in a preview; undefined if the program doesn't declare it. */
export function findPage(
  steps: readonly Step[],
  { urn, subdomain }: Pick<PageToDeclare, "urn" | "subdomain">,
): string | undefined {
  const isDropped = steps.some((step) => step.urn === urn && step.op === "delete");
  if (urn !== undefined && !isDropped) return urn;
  return [...createdIn(steps)]
    .filter(([each, { inputs }]) => isHub(identify(each)?.kind ?? "") && inputs?.subdomain === subdomain)
    .map(([, { parent = "" }]) => parent)
    .find((parent) => isOfKind(parent, "StatusPage"));
}

/**
 * Finds the resources that a preview creates for records, and the components that contain them.
 *
 * @param page URN of the page with the records. @default they are in no page
 */
export function findNewResources(
  steps: readonly Step[],
  { stack, missing }: Pick<AdoptionPlan, "stack" | "missing">,
  page?: string,
): NewResources {
  const created = createdIn(steps);
  const own = [...created].filter(([, { parent }]) => page === undefined || parent === page);
  const urns = new Map(own.map(([urn]) => [`${identify(urn)?.kind} ${nameIn(urn)}`, urn]));
  const found = missing.flatMap((resource) => {
    const urn = urns.get(`${resource.kind} ${nameOf(resource, page)}`) ?? "";
    const state = created.get(urn);
    return state === undefined ? [] : [[resource, urn, state] as const];
  });
  for (const [, , state] of found) rejectExplicit(stack, state);
  return {
    records: new Map(found.map(([resource, urn, state]) => [resource, newResourceFor(urn, state)])),
    components: componentsFrom(page, created),
  };
}

function nameOf({ kind, name }: Resource, page: string | undefined): string {
  if (page === undefined) return name;
  return isHub(kind) ? nameIn(page) : nameOnPage(nameIn(page), name);
}

const newResourceFor = (urn: string, { parent = "" }: ResourceState): NewResource => ({
  type: typeIn(urn),
  name: nameIn(urn),
  ...(!isStack(parent) && { parent }),
});

/** The page, if it is new, and the new components around it. */
function componentsFrom(
  page: string | undefined,
  created: ReadonlyMap<string, ResourceState>,
): Map<string, NewResource> {
  const components = new Map<string, NewResource>();
  let urn = page ?? "";
  for (let state = created.get(urn); state?.custom === false && !isStack(urn); state = created.get(urn)) {
    components.set(urn, newResourceFor(urn, state));
    urn = state.parent ?? "";
  }
  return components;
}

/** An import would need the provider in the state. */
function rejectExplicit({ name: stack, cwd }: Stack, state: ResourceState): void {
  const provider = providerOf(state);
  if (isDefaultProvider(provider)) return;
  // Without a value, Pulumi asks for it.
  const command = advise("pulumi", ["config", "set", "statushub:account"], { stack, cwd });
  throw new CommandError(pageProvider({ provider: nameIn(provider), command }));
}
