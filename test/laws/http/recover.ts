import { expect } from "vitest";
import { interruptedIn } from "../../../cli/recover/pending.ts";
import { planRecovery, type RecoveryPlan } from "../../../cli/recover/plan.ts";
import { withRecovered } from "../../../cli/recover/state.ts";
import { formatInstant } from "../../../model/api/instant.ts";
import { typeIn } from "../../../model/pulumi/resource-type.ts";
import { openAccount } from "../../../provider/client/account.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { isSecret, secret } from "../../engine-model/marks.ts";
import { urnOf } from "../../engine-model/program.ts";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { createUnmanaged, lawsWith, methods } from "./law.ts";
import { begin, day, isSeries, rows, seriesOf, takeOverSeries } from "./occurrences.ts";

interface Recovery {
  /** Other resources of the stack. */
  readonly others?: readonly { readonly urn: string; readonly id: string }[];
  /** What the state says of the create besides its inputs. */
  readonly about?: { readonly parent?: string; readonly provider?: string };
  /** What another create declares that was killed, too. */
  readonly also?: Values;
}

/** Recovers a create that was killed, as the command does it: the state gets the record. */
export async function recover(
  world: World,
  inputs: Values,
  { others = [], about = {}, also }: Recovery = {},
): Promise<RecoveryPlan> {
  const urn = urnOf("laws", { name: "one", kind: world.kind });
  const resource = { urn, type: typeIn(urn), custom: true, inputs };
  const known = others.map((other) => ({ ...resource, ...other, urn: urn.replace(/one$/, other.urn), outputs: {} }));
  const type = "creating";
  const second = { type, resource: { ...resource, urn: `${urn}-2`, inputs: also } };
  const pending = [{ type, resource: { ...resource, ...about } }, ...(also === undefined ? [] : [second])];
  const deployment = { resources: known, pending_operations: pending };
  const connection = {
    baseUrl: world.emulator.url,
    apiKey: world.emulator.apiKey,
    apiKeySource: "environment",
  } as const;
  const account = openAccount(connection);
  const plan = await planRecovery(async () => account, known as never, interruptedIn(deployment as never));
  const settled = new Set([urn]);
  const { resources = [] } = withRecovered(deployment as never, plan.made, { settled, now: "" });
  for (const { id = "", outputs, initErrors } of resources.filter((each) => each.urn === urn && plan.made.length > 0))
    world.deployment.state = { id, inputs, outputs: passed(outputs) as Values, isFailed: initErrors !== undefined };
  return plan;
}

/** Values as Pulumi passes them, after it has encrypted and decrypted them. */
function passed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isSecret(value)) return secret(JSON.parse(String((value as Values).plaintext)));
  if (Array.isArray(value)) return value.map(passed);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, passed(item)]));
}

export const recoverLaws = lawsWith({ appliesTo: isCreatable }, [
  {
    id: "RCV-1",
    case: "whatever was the last request of a create, no record is made twice",
    async prove(world) {
      const { deployment, emulator } = world;
      for (const inputs of [minimal(world), full(world)]) {
        for (const last of ["POST", "PUT"]) {
          if (last === "POST") emulator.faults.add({ method: "PUT", status: 422 });
          await deployment.up(inputs).catch(() => undefined);
          emulator.faults.clear();
          deployment.state = undefined;
          world.takeWrites();

          const { made } = await recover(world, inputs);
          expect(world.takeWrites()).toEqual([]);
          expect(made).toHaveLength(1);
          await deployment.up(inputs);

          const writes = methods(world.takeWrites());
          expect(writes, last).toEqual(last === "PUT" ? [] : expect.not.arrayContaining(["POST"]));
          expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
          await deployment.destroy();
          expect(world.live()).toEqual([]);
          world.takeWrites();
        }
      }
    },
  },
  {
    id: "RCV-2",
    async prove(world) {
      const { emulator, samples, deployment, definition } = world;
      const inputs = minimal(world);
      const id = await createUnmanaged(world, inputs);
      // However old it is: a run doesn't create what equals a record that nobody has.
      emulator.edit(samples.table, Number(id), { created_at: "2020-01-01T00:00:00Z" });
      expect(await recover(world, inputs)).toMatchObject({ made: [{ recovered: { id } }], undecided: [] });
      deployment.state = undefined;
      const another = { made: [], gone: [], undecided: [{ ids: [id], why: "several" }] };
      expect(await recover(world, { ...inputs, adopt: false })).toMatchObject(another);

      // After a destroy, the state has no provider and no component.
      const urn = "urn:pulumi:dev::laws::pulumi:providers:statushub";
      const detached = { made: [], gone: [], undecided: [{ ids: [id], why: "detached" }] };
      for (const about of [{ parent: `${urn}::gone` }, { provider: `${urn}::default::7` }])
        expect(await recover(world, inputs, { about })).toMatchObject(detached);
      const without = await recover(world, inputs, { about: { provider: `${urn}::own::7` } });
      expect(without).toMatchObject({
        made: [],
        gone: [],
        undecided: [{ reason: "the state lacks its provider own" }],
      });

      // Somebody has renamed a hub that the state doesn't know by its ID.
      expect(await recover(world, inputs, { also: { ...inputs, hub: "renamed" } })).toMatchObject({
        made: [{ recovered: { id } }],
        gone: [],
        undecided: [{ reason: expect.stringContaining('hub "renamed" is not visible') }],
      });
      deployment.state = undefined;

      expect(await recover(world, inputs, { others: [{ id, urn: "another" }] })).toMatchObject({
        made: [],
        undecided: [],
      });

      emulator.edit(samples.table, Number(id), { deleted: true });
      expect(await recover(world, inputs)).toMatchObject({ made: [], undecided: [] });

      const isSeen = (name: string) => {
        const { cleared, writeOnly, type } = definition.properties[name] ?? {};
        // Only the declared keys of an object are compared.
        return cleared !== undefined && !writeOnly && type?.project === undefined && !(name in inputs);
      };
      const [other = ""] = Object.keys(full(world)).filter(isSeen);
      await createUnmanaged(world, { ...minimal(world), [other]: full(world)[other] });
      expect(await recover(world, inputs)).toMatchObject({ made: [], undecided: [] });
    },
  },
  {
    id: "RCV-2",
    case: "a series doesn't begin with a date that was over when somebody made it",
    appliesTo: isSeries,
    async prove(world) {
      const { emulator, deployment, samples } = world;
      emulator.clock.set(begin);
      const { repeat, ...first } = seriesOf(world);
      const theirs = await createUnmanaged(world, first);
      emulator.clock.set(begin + 6 * day);
      emulator.edit(samples.table, Number(theirs), { created_at: formatInstant(begin + 6 * day) });
      emulator.faults.add({ method: "PUT", status: 422 });
      await deployment.up({ ...first, repeat }).catch(() => undefined);
      deployment.state = undefined;
      const [, own] = rows(world);
      const recovered = await recover(world, { ...first, repeat });
      expect(recovered).toMatchObject({ made: [{ recovered: { id: String(own?.id) } }], undecided: [] });
    },
  },
  {
    id: "RCV-1",
    case: "a series is recovered with all that it has made",
    appliesTo: isSeries,
    prove: (_, another) =>
      takeOverSeries(another, async (world, inputs) => {
        await recover(world, inputs);
        const { __occurrences: known = {} } = world.deployment.state?.outputs ?? {};
        expect(Object.keys(known as object)).toHaveLength(rows(world).length);
        await world.deployment.up(inputs);
        return inputs;
      }),
  },
]);
