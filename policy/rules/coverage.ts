import { sharedService, undeclaredService, unnamedService, unusedService } from "../../errors/policy.ts";
import {
  isLookUp,
  kindOf,
  nameOf,
  openIn,
  openOf,
  type PolicyResource,
  quoted,
  readIn,
  UnknownValueError,
  unknown,
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
    const declared = settings.showsSecrets ? services.filter(({ resource }) => !isLookUp(resource)) : services;
    return [
      ...claims.filter(({ customId }) => customId === undefined).map(unnamed),
      ...findUndeclared(claims, services, elsewhere),
      ...findShared(claims),
      ...(standalone === undefined ? [] : findUnused(declared, claims, standalone)),
    ];
  },
};

/** Returns the resources whose service a preview doesn't know yet. The rule reports nothing that depends on them. */
export const findUnchecked = (resources: readonly PolicyResource[], coverage: Coverage): PolicyResource[] =>
  [...claimsIn(resources, coverage), ...servicesIn(resources)].filter(isUnknown).map(({ resource }) => resource);

/** A service, or infrastructure that names one. */
interface Named {
  readonly resource: PolicyResource;
  /** Undefined if there is none. */
  readonly customId: string | typeof unknown | undefined;
}

/** Infrastructure that must name a service. */
interface Claim extends Named {
  readonly by: Partial<ServiceName>;
}

const isUnknown = ({ customId }: Named) => customId === unknown;

function claimsIn(resources: readonly PolicyResource[], { types }: Coverage): Claim[] {
  return resources.flatMap((resource) => {
    const by = Object.hasOwn(types, resource.type) ? types[resource.type] : undefined;
    if (by === undefined) return [];
    const value = readService(typeof by === "function" ? by : by.read, resource);
    return value === null ? [] : [{ resource, by: typeof by === "function" ? {} : by, customId: customIdFrom(value) }];
  });
}

function readService(read: ReadService, resource: PolicyResource): unknown {
  try {
    return read(openOf(resource));
  } catch (error) {
    if (error instanceof UnknownValueError) return unknown;
    throw error;
  }
}

const customIdFrom = (value: unknown) =>
  value === unknown || (typeof value === "string" && value.trim() !== "") ? value : undefined;

/** Returns the services that the program declares or looks up. */
function servicesIn(resources: readonly PolicyResource[]): Named[] {
  return resources
    .filter((resource) => kindOf(resource) === "Service")
    .map((resource) => {
      const customId = customIdFrom(openIn(readIn(resource.props, "customId")));
      // Mocks and previews don't read a service that is looked up by its ID or its name, so it has no creation time.
      const isUnread = isLookUp(resource) && !("createdAt" in resource.props);
      return { resource, customId: customId ?? (isUnread ? unknown : undefined) };
    });
}

function unnamed({ resource, by }: Claim): Finding {
  const infrastructure = nameOf(resource);
  const line = by.line?.(resource.name);
  const message =
    line === undefined
      ? unnamedService.byFunction({ infrastructure, type: resource.type })
      : unnamedService.byLine({ infrastructure, line });
  return { resource, message };
}

function findUndeclared(claims: readonly Claim[], services: readonly Named[], elsewhere: readonly string[]): Finding[] {
  if (services.some(isUnknown)) return [];
  const known = new Set([...elsewhere, ...services.map(({ customId }) => customId)]);
  return claims
    .filter(({ customId }) => typeof customId === "string" && !known.has(customId))
    .map(({ resource, customId }) => ({
      resource,
      message: undeclaredService({ infrastructure: nameOf(resource), customId: quoted(customId) }),
    }));
}

/** Reports each resource that names the service of an earlier one, if only one resource of their type may. */
function findShared(claims: readonly Claim[]): Finding[] {
  const exclusive = claims.filter(({ by, customId }) => by.exclusive && typeof customId === "string");
  return exclusive.flatMap(({ resource, customId }, index) => {
    const first = exclusive.findIndex((other) => other.resource.type === resource.type && other.customId === customId);
    if (first === index) return [];
    const [infrastructure, other] = [nameOf(resource), quoted(exclusive[first]?.resource.name)];
    return [{ resource, message: sharedService({ infrastructure, other, customId: quoted(customId) }) }];
  });
}

function findUnused(services: readonly Named[], claims: readonly Claim[], standalone: readonly string[]): Finding[] {
  if (claims.some(isUnknown)) return [];
  const used = new Set([...standalone, ...claims.map(({ customId }) => customId)]);
  return services
    .filter(({ customId }) => typeof customId === "string" && !used.has(customId))
    .map(({ resource, customId }) => ({
      resource,
      message: unusedService({ service: nameOf(resource), customId: quoted(customId) }),
    }));
}
