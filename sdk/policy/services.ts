import { isObject } from "../../model/api/object.ts";
import { type PolicyResource, quoted } from "./resource.ts";

/**
 * Returns the `customId` of the service that a resource belongs to: undefined if the resource names none, and null if it
 * needs none.
 */
export type ReadService = (resource: PolicyResource) => unknown;

/** How resources of a type name their service. */
export interface ServiceName {
  readonly read: ReadService;
  /** Returns the line that names a service, for messages. */
  readonly line?: (customId: string) => string;
  /** Whether only one resource of the type may name the same service. @default false */
  readonly exclusive?: boolean;
}

/** Which resources of a program must have a service on the page. */
export interface Coverage {
  /** By type, such as `kubernetes:networking.k8s.io/v1:Ingress`, how its resources name their service. */
  readonly types: Readonly<Record<string, ServiceName | ReadService>>;
  /**
   * The `customId`s of services that other stacks manage. A service that the program looks up needs no entry in a unit
   * test, but does in a policy pack, because Pulumi's policy runner hides lookups.
   */
  readonly elsewhere?: readonly string[];
  /**
   * The `customId`s of services that need no infrastructure. If set, even to an empty list, every other service that the
   * program declares must be named by a resource of these types.
   */
  readonly standalone?: readonly string[];
}

type Options = Pick<ServiceName, "exclusive">;

/**
 * A service is named by an annotation of a Kubernetes resource.
 *
 * @example
 * ```ts
 * import { annotation } from "pulumi-statushub/policy";
 *
 * const types = { "kubernetes:networking.k8s.io/v1:Ingress": annotation("statushub.com/service") };
 * ```
 */
export const annotation = (name: string, { exclusive = false }: Options = {}): ServiceName => ({
  read: ({ props }) =>
    (props as { metadata?: { annotations?: Readonly<Record<string, unknown>> } }).metadata?.annotations?.[name],
  line: (customId) => `metadata: { annotations: { ${quoted(name)}: ${quoted(customId)} } }`,
  exclusive,
});

/**
 * A service is named by a tag of a cloud resource, from a map or a list of keys with values.
 *
 * @example
 * ```ts
 * import { tag } from "pulumi-statushub/policy";
 *
 * const types = { "aws:lb/loadBalancer:LoadBalancer": tag("service", { exclusive: true }) };
 * ```
 */
export const tag = (name: string, { exclusive = false }: Options = {}): ServiceName => ({
  read: ({ props: { tags } }) =>
    Array.isArray(tags)
      ? tags.filter(isObject).find(({ key }) => key === name)?.value
      : (tags as Readonly<Record<string, unknown>> | undefined)?.[name],
  line: (customId) => `tags: { ${quoted(name)}: ${quoted(customId)} }`,
  exclusive,
});
