import * as pulumi from "@pulumi/pulumi";
import { notUnique } from "../provider/errors/program.ts";
import { dynamicTypeOf } from "../provider/resource-type.ts";
import { isHub, type Shape } from "./resource.ts";

/**
 * A resource and its place in the program. Pulumi resolves values in any order, but a message names the later resource
 * first.
 */
interface Claim {
  readonly name: string;
  readonly place: number;
}

/** The resources by their unique values, for each stack or explicit provider. */
const claims = new WeakMap<pulumi.Resource, Map<string, Claim>>();

let resources = 0;

/**
 * Compares a resource's unique values with those of the program's other resources. Pulumi's process for dynamic
 * providers can't, because it doesn't know which resource it checks.
 *
 * Uses the final value, after transforms and `ignoreChanges`, if the program declares that very value. Unknown values
 * are compared in `up`.
 *
 * For each resource that comes second, the program fails with a RunError once the values are known.
 */
export function declareUnique(
  resource: pulumi.CustomResource,
  shape: Shape,
  { name, args = {}, opts }: { name: string; args: object | undefined; opts: pulumi.CustomResourceOptions | undefined },
): void {
  const { kind, unique = [] } = shape;
  const declared = unique.map((property) => (args as pulumi.Inputs)[property]);
  // Several programs may run in one process. One that runs on mocks has no stack, and may run repeatedly.
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || opts?.id !== undefined || declared.includes(undefined)) return;
  const kept = unique.map((property) => (resource as unknown as pulumi.Inputs)[property]);
  const program = resource.getProvider(dynamicTypeOf(kind)) ?? stack;
  const owners = claims.get(program) ?? new Map<string, Claim>();
  claims.set(program, owners);
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

/** The hub's subdomain may be known before its ID. */
function subdomainIn(args: object): pulumi.Input<unknown> {
  const { hub } = args as { hub?: unknown };
  return pulumi.output(hub as pulumi.Input<string>).apply((known: unknown) => (isHub(known) ? known.subdomain : known));
}

/** The value isn't shown, because the program may keep it secret. The two names are enough to find it. */
function conflict({ kind, unique = [] }: Shape, both: readonly Claim[]): pulumi.RunError {
  const [one = "", other = ""] = both.toSorted((a, b) => b.place - a.place).map(({ name }) => `${kind} "${name}"`);
  const where = unique.includes("subdomain") ? "" : " on the same hub";
  const error = new pulumi.RunError(notUnique({ one, other, properties: unique.join(" and "), where }));
  // Pulumi prints the stack trace if there is one, otherwise only the message.
  error.stack = "";
  return error;
}
