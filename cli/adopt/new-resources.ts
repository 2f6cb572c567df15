import { nameOnPage } from "../../model/page/records.ts";
import { isDefaultProvider, isOfKind, isStack, nameIn, typeIn } from "../../provider/resource-type.ts";
import { advise } from "../advice.ts";
import { pageProvider } from "../errors/adopt.ts";
import { isHub } from "../kinds.ts";
import type { NewResource, NewResources } from "../program/import-file.ts";
import type { Resource } from "../program/resource.ts";
import type { Step } from "../project/preview.ts";
import { identify, providerOf } from "../project/record.ts";
import type { ResourceState, Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import type { AdoptionPlan } from "./plan.ts";

/** A page that the program has to declare. */
export interface PageToDeclare {
  readonly subdomain: string;
  /** Its URN, if the state has it. */
  readonly urn: string | undefined;
  /** The lines that declare it. */
  readonly lines: string;
  /** Its file exists, and is used as it is. */
  readonly isFileKept: boolean;
}

/** Finds the URN of a page in a preview; undefined if the program doesn't declare it. */
export function findPage(steps: readonly Step[], { urn, subdomain }: PageToDeclare): string | undefined {
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
  rejectExplicit(
    stack,
    found.map(([, , state]) => state),
  );
  return {
    records: new Map(found.map(([resource, urn, state]) => [resource, newResourceFor(urn, state)])),
    components: componentsFrom(page, created),
  };
}

const createdIn = (steps: readonly Step[]): Map<string, ResourceState> =>
  new Map(steps.flatMap(({ op, urn, newState }) => (op === "create" && newState ? [[urn, newState]] : [])));

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
function rejectExplicit({ name: stack, cwd }: Stack, states: readonly ResourceState[]): void {
  const explicit = states.map(providerOf).find((provider) => !isDefaultProvider(provider));
  if (explicit === undefined) return;
  // Without a value, Pulumi asks for it.
  const command = advise("pulumi", ["config", "set", "statushub:account"], { stack, cwd });
  throw new CommandError(pageProvider({ provider: nameIn(explicit), command }));
}
