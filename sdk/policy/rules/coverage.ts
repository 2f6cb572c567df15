import { sharedService, undeclaredService, unnamedService, unusedService } from "../errors.ts";
import {
  isLookedUp,
  kindOf,
  Marked,
  nameOf,
  openIn,
  openOf,
  type PolicyResource,
  quoted,
  readIn,
  UnknownValueError,
  unknownValue,
} from "../resource.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Coverage, ReadService, ServiceName } from "../services.ts";

/** Requires infrastructure to have a service, so that no part of it is missing on the page. */
export const coverage: Rule = {
  name: "statushub-coverage",
  description: "Infrastructure has a service on the page.",
  scope: "stack",
  check(resources, settings) {
    if (settings.coverage === undefined) return [];
    const claims = claimsIn(resources, settings.coverage);
    const services = servicesIn(resources);
    const { elsewhere = [], standalone } = settings.coverage;
    // Pulumi's policy runner, which hides secrets, only passes what the program declares.
    const declared = settings.showsSecrets ? services.filter(({ resource }) => !isLookedUp(resource)) : services;
    return [
      ...claims.filter(({ customId }) => customId === undefined).map(unnamed),
      ...findUnmatched(claims, services, elsewhere).map(({ resource, shown: customId }) => ({
        resource,
        message: undeclaredService({ infrastructure: nameOf(resource), customId }),
      })),
      ...findShared(claims),
      ...(standalone ? findUnmatched(declared, claims, standalone) : []).map(({ resource, shown: customId }) => ({
        resource,
        message: unusedService({ service: nameOf(resource), customId }),
      })),
    ];
  },
};

/** Returns the resources whose service a preview doesn't know yet. The rule reports nothing that depends on them. */
export const findUnchecked = (resources: readonly PolicyResource[], coverage: Coverage): PolicyResource[] =>
  [...claimsIn(resources, coverage), ...servicesIn(resources)].filter(isUnknown).map(({ resource }) => resource);

/** A service, or infrastructure that names one. */
interface NamedResource {
  readonly resource: PolicyResource;
  /** Undefined if there is none. */
  readonly customId: string | typeof unknownValue | undefined;
  /** The `customId` for messages, which hide a secret. */
  readonly shown: string;
}

interface Claim extends NamedResource {
  readonly by: ServiceName;
}

const isUnknown = ({ customId }: NamedResource) => customId === unknownValue;

function claimsIn(resources: readonly PolicyResource[], { types }: Coverage): Claim[] {
  return resources.flatMap((resource) => {
    const given = Object.hasOwn(types, resource.type) ? types[resource.type] : undefined;
    if (given === undefined) return [];
    const by = typeof given === "function" ? { read: given } : given;
    const { value, isSecret } = readService(by.read, resource);
    return value === null ? [] : [{ resource, by, ...named(value, isSecret) }];
  });
}

function readService(read: ReadService, resource: PolicyResource): { value: unknown; isSecret: boolean } {
  let isSecret = false;
  const open = openOf(resource, () => {
    isSecret = true;
  });
  try {
    return { value: read(open), isSecret };
  } catch (error) {
    if (error instanceof UnknownValueError) return { value: unknownValue, isSecret };
    throw error;
  }
}

function named(value: unknown, isSecret: boolean): Pick<NamedResource, "customId" | "shown"> {
  const isName = value === unknownValue || (typeof value === "string" && value.trim() !== "");
  return { customId: isName ? value : undefined, shown: isSecret ? "[secret]" : quoted(value) };
}

function servicesIn(resources: readonly PolicyResource[]): NamedResource[] {
  return resources
    .filter((resource) => kindOf(resource) === "Service")
    .map((resource) => {
      const value = readIn(resource.props, "customId");
      // Mocks and previews don't read a service that is looked up by its ID or its name, so it has no creation time.
      const isUnread = value === undefined && isLookedUp(resource) && !("createdAt" in resource.props);
      return { resource, ...named(isUnread ? unknownValue : openIn(value), value instanceof Marked) };
    });
}

function unnamed({ resource, by }: Claim): Finding {
  const infrastructure = nameOf(resource);
  const line = by.line?.(resource.name);
  if (line !== undefined) return { resource, message: unnamedService.byLine({ infrastructure, line }) };
  return { resource, message: unnamedService.byFunction({ infrastructure, type: resource.type }) };
}

/** Returns the resources whose `customId` none of the others has. It isn't known while one of those isn't. */
function findUnmatched(
  resources: readonly NamedResource[],
  others: readonly NamedResource[],
  exceptions: readonly string[],
): readonly NamedResource[] {
  if (others.some(isUnknown)) return [];
  const matched = new Set([...exceptions, ...others.map(({ customId }) => customId)]);
  return resources.filter(({ customId }) => typeof customId === "string" && !matched.has(customId));
}

/** Reports each resource that names the service of an earlier one, if only one resource of their type may. */
function findShared(claims: readonly Claim[]): Finding[] {
  const exclusive = claims.filter(({ by, customId }) => by.exclusive && typeof customId === "string");
  return exclusive.flatMap(({ resource, customId, shown }, index) => {
    const first = exclusive.findIndex((other) => other.resource.type === resource.type && other.customId === customId);
    if (first === index) return [];
    const [infrastructure, other] = [nameOf(resource), quoted(exclusive[first]?.resource.name)];
    return [{ resource, message: sharedService({ infrastructure, other, customId: shown }) }];
  });
}
