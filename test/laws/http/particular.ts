import { expect } from "vitest";
import type { Definition } from "../../../kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { changes, full, minimal, without } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { type HttpLaw, mergedBody, methods } from "./law.ts";

const only =
  (kind: string) =>
  (definition: Definition): boolean =>
    definition.kind === kind;

/** Each secret property with another value. */
const changesOfSecrets = ({ definition, samples }: World): Values =>
  Object.fromEntries(
    Object.entries(samples.properties)
      .filter(([name]) => definition.properties[name]?.secret)
      .map(([name, { values }]) => [name, values[1].declared]),
  );

/** Returns the texts in the secret properties of a program. */
const secretsOf = ({ definition }: World, program: Values): string[] =>
  Object.entries(program)
    .filter(([name]) => definition.properties[name]?.secret)
    .flatMap(([, declared]) => textsIn(declared));

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Laws of one kind, or of something other than a record. */
export const particularLaws: readonly HttpLaw[] = [
  {
    id: "DRF-8 DRF-9",
    says: "an open incident isn't reported as drift, and an update leaves it unchanged",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      await world.send("POST", "/hubs/acme/incidents", {
        title: "Down",
        start_time: "2026-11-20T12:00:00Z",
        incident_type: "investigating",
        service_statuses: [{ service_id: 1, status: "down" }],
      });
      const incident = () => [emulator.records("incidents"), emulator.records("incident_updates")];
      const before = incident();
      expect(before.flat()).toHaveLength(2);

      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      const change = changes(world).find(({ name }) => name !== "subdomain");
      await deployment.up({ ...full(world), ...(change && { [change.name]: change.to.declared }) });
      expect(incident()).toEqual(before);
    },
  },
  {
    id: "SUB-1 SUB-3",
    says: "a subscription of each method is created, changed and deleted, and is clean in between",
    appliesTo: only("Subscription"),
    async prove(world) {
      const { deployment } = world;
      const addresses = {
        email: "team@example.com",
        sms: "+44 20 7946 0000",
        webhook: "https://example.com/hook",
        slack: "https://hooks.example.com/slack",
        teams: "https://hooks.example.com/teams",
      };
      for (const [method, address] of Object.entries(addresses)) {
        const inputs = { hub: "acme", method, address, services: "all" };
        await deployment.up(inputs);
        expect(mergedBody(world.takeWrites()).services_selection).toMatchObject({ all: true });
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);

        const some = { ...inputs, services: ["1", 3] };
        await deployment.up(some);
        expect(mergedBody(world.takeWrites())).toEqual({ services_selection: { all: false, service_ids: [1, 3] } });
        expect(await deployment.previewRefreshed(some)).toEqual(nothing);
        await deployment.destroy();
        world.takeWrites();
      }
    },
  },
  {
    id: "DRF-13",
    says: "a configuration key that isn't declared is never drift and never overwritten; a declared one that is missing is drift",
    appliesTo: only("Subscription"),
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
      expect(mergedBody(world.takeWrites())).toEqual({ configuration: { ...configuration, more: 1 } });
      const fewer = { ...inputs, configuration: { options: { retry: true } } };
      expect(await deployment.up(fewer)).toEqual({ step: "update", properties: ["configuration"] });
      expect(mergedBody(world.takeWrites())).toEqual({ configuration: { options: { retry: true }, more: 1 } });
      const { configuration: _, ...without } = fewer;
      await deployment.up(without);
      expect(mergedBody(world.takeWrites())).toEqual({ configuration: { more: 1 } });
      expect(await deployment.previewRefreshed(without)).toEqual(nothing);
    },
  },
  {
    id: "FLT-8",
    says: "a configuration key that isn't cleared, or a number that the API clamps, counts as ignored",
    appliesTo: only("Subscription"),
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      await deployment.up({ ...inputs, configuration: { batch: 10, region: "eu" } });
      const configured = (configuration: Values) => ({ ...inputs, configuration });
      emulator.faults.add({ method: "PUT", status: 200, body: { id: 1, configuration: { batch: 50, region: "eu" } } });
      await expect(deployment.up(configured({ batch: 100, region: "eu" }))).rejects.toThrow("ignored configuration");
      emulator.rewrites.add({ resource: "subscriptions", field: "configuration", as: "ignore" });
      await expect(deployment.up(inputs)).rejects.toThrow("ignored configuration");
    },
  },
  {
    id: "REC-3",
    says: "destroy deletes a whole series, even if its PUT took effect without a usable response, with or without a refresh",
    appliesTo: only("Maintenance"),
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
    id: "SUB-6 SUB-8",
    says: "a rotated address is applied, and the subscriptions of visitors are never touched",
    appliesTo: only("Subscription"),
    async prove(world) {
      const { deployment, emulator } = world;
      const visitors = () => emulator.records("subscriptions").filter(({ id }) => id <= 2);
      const before = visitors();
      expect(before).toHaveLength(2);
      await deployment.up(minimal(world));
      world.takeWrites();

      const rotated = { ...minimal(world), address: "https://hooks.example.com/rotated" };
      expect(await deployment.up(rotated)).toEqual({ step: "update", properties: ["address"] });
      expect(mergedBody(world.takeWrites())).toEqual({ address: "https://hooks.example.com/rotated" });
      expect(await deployment.previewRefreshed(rotated)).toEqual(nothing);
      await deployment.destroy();
      expect(visitors()).toEqual(before);
    },
  },
  {
    id: "REC-5",
    says: "removing repeat ends the series and keeps the record",
    appliesTo: only("Maintenance"),
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
  {
    id: "REC-7 REC-12",
    says: "a start in the past is kept, and notifications before and after the start and the end are kept as declared",
    appliesTo: only("Maintenance"),
    async prove(world) {
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
      expect(record?.start_time).toBe("2020-02-29T23:30:00Z");
      expect(record?.event_notifications).toHaveLength(4);
      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      expect(await deployment.previewRefreshed({ ...inputs, notifications: notifications.toReversed() })).toEqual(
        nothing,
      );
    },
  },
  {
    id: "SUB-7 FLT-6",
    says: "no error and no output shows the API key or a secret, even if the API quotes them",
    async prove(world) {
      const { deployment, emulator } = world;
      const first = secretsOf(world, full(world));
      const changed = { ...full(world), ...changesOfSecrets(world) };
      const second = secretsOf(world, changed);
      const attempts = [
        { quoted: first, run: () => deployment.up(full(world)) },
        { quoted: first, run: () => deployment.refresh() },
        { quoted: [...first, ...second], run: () => deployment.up(changed) },
        { quoted: second, run: () => deployment.destroy() },
      ];
      for (const { quoted, run } of attempts) {
        for (const status of [401, 403, 422]) {
          const error = `${quoted.join(" and ")} with key-of-a-command-${status} is refused`;
          emulator.faults.add({ status, body: { error }, times: Number.POSITIVE_INFINITY });
          const reported = await run().then(String, String);
          for (const secret of quoted) expect(reported).not.toContain(secret);
          emulator.faults.clear();
        }
        await run();
      }
      for (const secret of [...first, ...second, "key-of-a-command"]) expect(world.printed).not.toContain(secret);
    },
  },
  {
    id: "ADO-3 ADO-4",
    says: "the error of a look-up names the kind, the ID and the hub, and shows what an ID looks like",
    appliesTo: isCreatable,
    async prove(world) {
      const provider = await world.startProcess();
      for (const id of ["4711", "web", "hubs/acme/1", "0"]) {
        await expect(provider.read(id, { hub: "acme" })).rejects.toThrow(
          `There is no ${world.kind} with the ID "${id}" in hub "acme". IDs are those of the API, such as 1234.`,
        );
      }
      expect(methods(world.takeWrites())).toEqual([]);
    },
  },
];
