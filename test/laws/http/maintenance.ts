import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { full, minimal, without } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { type HttpLaw, lawsAbout } from "./law.ts";

const isMaintenance = ({ kind }: Definition): boolean => kind === "Maintenance";

/** Deploys a maintenance that started in the past, with notifications of every form. */
async function tellPast(world: World) {
  const { deployment, emulator } = world;
  const notifications = [
    { offsetInMin: -1440, offsetType: "start" },
    { offsetInMin: 15, offsetType: "start" },
    { offsetInMin: -15, offsetType: "end" },
    { offsetInMin: 60, offsetType: "end" },
  ];
  const inputs = { ...minimal(world), startTime: "2020-02-29T23:30:00Z", notifications };
  await deployment.up(inputs);
  const [record] = emulator.records("maintenances");
  const plans = [
    await deployment.previewRefreshed(inputs),
    await deployment.previewRefreshed({ ...inputs, notifications: notifications.toReversed() }),
  ];
  return { record, plans };
}

export const maintenanceLaws: readonly HttpLaw[] = [
  {
    id: "REC-3",
    isOfProtocol: true,
    case: "a series whose PUT took effect without a usable response",
    appliesTo: isMaintenance,
    async prove(first, another) {
      for (const refreshes of [false, true]) {
        const world = refreshes ? await another() : first;
        const { deployment, emulator } = world;
        // The same fault for every attempt: the request takes effect, and each response is lost.
        emulator.faults.add({ method: "PUT", status: 500, when: "after", times: 6 });
        await expect(deployment.up(full(world))).rejects.toThrow("is in the state");
        emulator.faults.clear();
        expect(world.live().length).toBeGreaterThan(1);
        if (refreshes) await deployment.refresh();
        await deployment.destroy();
        expect(world.live()).toEqual([]);
      }
    },
  },
  {
    id: "REC-5",
    appliesTo: isMaintenance,
    async prove(world) {
      const { deployment } = world;
      await deployment.up(full(world));
      expect(world.live().length).toBeGreaterThan(1);
      const single = without(full(world), "repeat");
      await deployment.up(single);
      expect(world.live().map(({ id }) => String(id))).toEqual([deployment.state?.id]);
      expect(await deployment.previewRefreshed(single)).toEqual(nothing);
    },
  },
  ...lawsAbout({ appliesTo: isMaintenance, tell: tellPast }, [
    {
      id: "REC-7",
      prove: ({ record }) => expect(record?.start_time).toBe("2020-02-29T23:30:00Z"),
    },
    {
      id: "REC-12",
      case: "in any order",
      prove({ record, plans }) {
        expect(record?.event_notifications).toHaveLength(4);
        expect(plans).toEqual([nothing, nothing]);
      },
    },
  ]),
];
