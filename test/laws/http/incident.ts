import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import { changes, full } from "../../samples/program.ts";
import { type HttpLaw, lawsAbout } from "./law.ts";

export const incidentLaws: readonly HttpLaw[] = lawsAbout(
  {
    async tell(world) {
      const { deployment, emulator } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      await world.send("POST", "/hubs/acme/incidents", {
        title: "Down",
        start_time: "2026-11-20T12:00:00Z",
        incident_type: "investigating",
        service_statuses: [{ service_id: 1, status: "down" }],
      });
      const incident = () => [emulator.records("incidents"), emulator.records("incident_updates")].flat();
      const before = incident();
      const plan = await deployment.previewRefreshed(inputs);
      const change = changes(world).find(({ name }) => name !== "subdomain");
      await deployment.up({ ...full(world), ...(change && { [change.name]: change.to.declared }) });
      return { plan, before, after: incident() };
    },
  },
  [
    {
      id: "DRF-8",
      prove: ({ plan }) => expect(plan).toEqual(nothing),
    },
    {
      id: "DRF-9",
      prove({ before, after }) {
        expect(before).toHaveLength(2);
        expect(after).toEqual(before);
      },
    },
  ],
);
