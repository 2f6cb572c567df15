import { expect, vi } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { lawsAbout, lawsWith, mergedBody } from "./law.ts";

const isSubscription = ({ kind }: Definition): boolean => kind === "Subscription";

const addresses = {
  email: "team@example.com",
  sms: "+44 20 7946 0000",
  webhook: "https://example.com/hook",
  slack: "https://hooks.example.com/slack",
  teams: "https://hooks.example.com/teams",
};

/** Creates, changes and deletes a subscription of each method, beside those of visitors. */
async function tellMethods(world: World) {
  const { deployment, emulator } = world;
  const visitors = () => emulator.records("subscriptions").filter(({ id }) => id <= 2);
  const told = [];
  const before = visitors();
  for (const [method, address] of Object.entries(addresses)) {
    const all = { hub: "acme", method, address, services: "all" };
    await deployment.up(all);
    const created = mergedBody(world.takeWrites());
    const plans = [await deployment.previewRefreshed(all)];
    const some = { ...all, services: ["1", 3] };
    await deployment.up(some);
    const changed = mergedBody(world.takeWrites());
    plans.push(await deployment.previewRefreshed(some));
    await deployment.destroy();
    world.takeWrites();
    told.push({ created, changed, plans, left: world.live().length });
  }
  return { told, visitors: { before, after: visitors() } };
}

export const subscriptionLaws = lawsWith({ appliesTo: isSubscription }, [
  ...lawsAbout({ tell: tellMethods }, [
    {
      id: "SUB-1",
      prove({ told }) {
        expect(told.map(({ plans }) => plans)).toEqual(told.map(() => [nothing, nothing]));
        expect(told.map(({ left }) => left)).toEqual(told.map(() => 0));
      },
    },
    {
      id: "SUB-3",
      prove({ told }) {
        for (const { created, changed } of told) {
          expect(created.services_selection).toMatchObject({ all: true });
          expect(changed).toEqual({ services_selection: { all: false, service_ids: [1, 3] } });
        }
      },
    },
    {
      id: "SUB-6",
      prove({ visitors }) {
        expect(visitors.before).toHaveLength(2);
        expect(visitors.after).toEqual(visitors.before);
      },
    },
  ]),
  {
    id: "DRF-13",
    case: "a configuration",
    async prove(world) {
      const { deployment } = world;
      const configuration = { content_type: "json", options: { retry: true } };
      const inputs = { ...minimal(world), configuration };
      await deployment.up(inputs);
      await world.changeManually({
        configuration: { ...configuration, options: { retry: true, by: "hand" }, more: 1 },
      });
      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      await world.changeManually({ configuration: { options: { retry: true }, more: 1 } });
      expect(await deployment.previewRefreshed(inputs)).toEqual({ step: "update", properties: ["configuration"] });

      await deployment.refresh();
      await deployment.up(inputs);
      expect(mergedBody(world.takeWrites())).toEqual({ configuration });
      const fewer = { ...inputs, configuration: { options: { retry: true } } };
      expect(await deployment.up(fewer)).toEqual({ step: "update", properties: ["configuration"] });
      expect(mergedBody(world.takeWrites())).toEqual({ configuration: { options: { retry: true } } });
      const { configuration: _, ...without } = fewer;
      await deployment.up(without);
      expect(mergedBody(world.takeWrites())).toEqual({ configuration: {} });
      expect(await deployment.previewRefreshed(without)).toEqual(nothing);
    },
  },
  {
    id: "FLT-8",
    case: "a number in a configuration that is clamped",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      await deployment.up({ ...inputs, configuration: { batch: 10, region: "eu" } });
      const configured = (configuration: Values) => ({ ...inputs, configuration });
      emulator.faults.add({ method: "PUT", status: 200, body: { id: 1, configuration: { batch: 50, region: "eu" } } });
      await expect(deployment.up(configured({ batch: 100, region: "eu" }))).rejects.toThrow("ignored configuration");
    },
  },
  {
    id: "CLR-9",
    case: "a key of the configuration that StatusHub doesn't clear",
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up({ ...minimal(world), configuration: { batch: 10, region: "eu" } });
      const news = { ...minimal(world), configuration: { batch: 10 } };
      emulator.assume({ ignore: "subscriptions.configuration" });
      await deployment.up(news);
      await vi.waitFor(() => expect(world.printed).toMatch(/configuration still shows what was there before.*SH5512/));
      expect(await deployment.previewRefreshed(news)).toEqual(nothing);
    },
  },
]);
