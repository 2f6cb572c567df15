import * as pulumi from "@pulumi/pulumi";
import { invalidService } from "../errors/program.ts";
import { Service } from "./service.ts";

/** A service of the hub: a `Service`, or the id of one. */
export type ServiceReference = Service | string | number;

/** How a service is affected. There is no status for maintenance. */
export type ServiceStatusName = "up" | "degraded-performance" | "down";

/** The status that an event or a template gives to one service. */
export interface ServiceStatus {
  /** The service, named only once in a list: a `Service`, or the id of one. */
  service: pulumi.Input<ServiceReference>;
  /** Documented: exactly these three. */
  status: pulumi.Input<ServiceStatusName>;
}

/** Replaces services by their ids, at any depth of a property's value. The id stays known in a preview, other outputs do not. */
export function withServiceIds(owner: string, value: unknown): unknown {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return pulumi.output(value).apply((known: unknown) => withServiceIds(owner, known));
  }
  if (Service.isInstance(value)) return value.id;
  if (pulumi.Resource.isInstance(value)) {
    // Pulumi would pass the resource's id, which looks like that of a service.
    const type = (value as unknown as { __pulumiType?: unknown }).__pulumiType;
    throw new pulumi.RunError(invalidService.resource({ owner, type: String(type) }));
  }
  if (Array.isArray(value)) return value.map((item) => withServiceIds(owner, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withServiceIds(owner, item)]));
}
