import * as pulumi from "@pulumi/pulumi";
import { notUnique } from "../errors/program.ts";
import type { Shape } from "./declare.ts";
import type { Hub } from "./hub.ts";
import { dynamicTypeOf, isKind } from "./type.ts";

/** What a class says of the values that only one resource can have. */
type UniqueShape = Pick<Shape, "kind" | "unique">;

/** A resource, and its place in the program: Pulumi answers in any order, and a message names the later one first. */
interface Claim {
  readonly name: string;
  readonly place: number;
}

/** The resources by what they declare and only one can have, for each stack or explicit provider. */
const claims = new WeakMap<pulumi.Resource, Map<string, Claim>>();

let resources = 0;

/**
 * Compares what only one resource can have with the other resources of the program, which Pulumi's process for dynamic
 * providers cannot: it does not learn which resource it checks.
 *
 * A value counts as the resource ends up with it, so after transforms and `ignoreChanges`, and where the program declares
 * that very value. Unknown ones are compared in `up`.
 *
 * @throws RunError in the program, once for each resource that comes second
 */
export function declareUnique(
  resource: pulumi.CustomResource,
  shape: UniqueShape,
  { name, args, opts }: { name: string; args: object; opts: pulumi.CustomResourceOptions | undefined },
): void {
  const { kind, unique = [] } = shape;
  const declared = unique.map((property) => (args as pulumi.Inputs)[property]);
  // Programs may run side by side in one process. One that runs on mocks has no stack, and may be run over and over.
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || opts?.id !== undefined || declared.includes(undefined)) return;
  const kept = unique.map((property) => (resource as unknown as pulumi.Inputs)[property]);
  const owners = ownersOf(resource.getProvider(dynamicTypeOf(kind)) ?? stack);
  resources += 1;
  const own: Claim = { name, place: resources };
  const known: pulumi.Output<[unknown[], unknown[], unknown]> = pulumi.all([
    pulumi.all<unknown>(declared),
    pulumi.all<unknown>(kept),
    subdomainIn(args),
  ]);
  known.apply(([values, final, subdomain]) => {
    const isText = values.every((value) => typeof value === "string" && value !== "");
    if (!isText || JSON.stringify(values) !== JSON.stringify(final)) return;
    const claim = JSON.stringify([kind, subdomain, values]);
    const owner = owners.get(claim);
    if (owner !== undefined) throw conflict(shape, [own, owner]);
    owners.set(claim, own);
  });
}

function ownersOf(program: pulumi.Resource): Map<string, Claim> {
  const owners = claims.get(program) ?? new Map<string, Claim>();
  claims.set(program, owners);
  return owners;
}

/** The hub's subdomain is known where its id is still to come. */
function subdomainIn(args: object): pulumi.Input<unknown> {
  const { hub } = args as { hub?: unknown };
  return pulumi
    .output(hub as pulumi.Input<string>)
    .apply((known: unknown) => (isKind(known, "Hub") ? (known as Hub).subdomain : known));
}

/** No value is shown: the program may keep it secret, and the names of the two lead to it. */
function conflict({ kind, unique = [] }: UniqueShape, both: readonly Claim[]): pulumi.RunError {
  const [one = "", other = ""] = both.toSorted((a, b) => b.place - a.place).map(({ name }) => `${kind} "${name}"`);
  const where = unique.includes("subdomain") ? "" : " on the same hub";
  const error = new pulumi.RunError(notUnique({ one, other, properties: unique.join(" and "), where }));
  // Pulumi prints the stack trace where there is one, and otherwise only the message.
  error.stack = "";
  return error;
}
