import * as statushub from "pulumi-statushub";
import type { Size } from "./index.ts";

/** As many of each kind: hubs of their own, and all other records on the first of them. */
export function declare({ count }: Size): void {
  const hub = "hub-0";
  for (let index = 0; index < count; index++) {
    new statushub.Hub(`hub-${index}`, { subdomain: `hub-${index}`, name: `Hub ${index}` });
    const service = new statushub.Service(`service-${index}`, { hub, groupId: 1, name: `Service ${index}` });
    const text = { hub, title: `Title ${index}`, body: `Body ${index}`, labels: ["bench"] };
    const serviceStatuses: statushub.ServiceStatus[] = [{ service, status: "degraded-performance" }];
    new statushub.IncidentTemplate(`incident-${index}`, { ...text, incidentType: "monitoring", serviceStatuses });
    new statushub.MaintenanceTemplate(`template-${index}`, { ...text, duration: 60 });
    new statushub.Maintenance(`maintenance-${index}`, {
      hub,
      title: `Maintenance ${index}`,
      body: `Body ${index}`,
      startTime: "2030-01-01T00:00:00Z",
      endTime: "2030-01-01T01:00:00Z",
      serviceStatuses,
    });
    const address = `person-${index}@example.com`;
    new statushub.Subscription(`subscription-${index}`, { hub, method: "email", address, services: "all" });
  }
}
