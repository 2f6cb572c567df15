import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createUnmanaged, lawsWith, listPath } from "./law.ts";

const isSeen = ({ isSeen: seen }: Definition) => seen !== undefined;

/** What visitors see under the name "API" in the declared group. */
const alike: readonly Values[] = [
  { name: "API" },
  { name: " <b>api</b> ", customId: "by-hand" },
  { name: "internal", publicName: "Api" },
  { name: "API", publicName: "" },
];

/** What they don't see, see elsewhere, or see under another name. */
const others: readonly Values[] = [
  { name: "API", groupId: 2 },
  { name: "API", publicName: "Website" },
  { name: "API v2" },
];

const makeByHand = (world: World, values: Values): Promise<string> =>
  createUnmanaged(world, { ...minimal(world), adopt: false, ...values });

export const seenLaws = lawsWith({ appliesTo: isSeen }, [
  {
    id: "SEE-1",
    case: "whatever its own identifier, also in a list that shows a part of each record, and the error says how to go on",
    async prove(world, another) {
      const { deployment, emulator, samples } = world;
      const own = await (await world.startProcess()).create({ ...minimal(world), name: "Web" });
      world.takeWrites();
      for (const values of alike) {
        const id = await makeByHand(world, values);
        const error = new RegExp(
          `Service ${id} of the hub, created .*, shows the same name.* recover.* --refresh.* adopt: "${id}".* adopt: false.*SH4019`,
          "s",
        );
        for (const program of [{ customId: "api" }, { customId: "api", adopt: true }, { publicName: "API" }])
          await expect(deployment.up({ ...minimal(world), ...program })).rejects.toThrow(error);
        emulator.remove(samples.table, Number(id));
      }
      const id = await makeByHand(world, { publicName: "API" });
      const refreshed = await world.startProcess();
      await refreshed.read(own.id, own.outputs, { ...minimal(world), name: "Web" });
      const failure = await refreshed.create({ ...minimal(world), customId: "api" }).then(() => "", String);
      expect(failure).toMatch(new RegExp(`adopt: "${id}".*SH4019`, "s"));
      expect(failure).not.toContain("--refresh");
      expect(world.takeWrites()).toEqual([]);

      const differences = [
        { "list-fields": "minimal" },
        { "list-fields": "shortened" },
        { "record-ids": "text" },
      ] as const;
      for (const assume of differences) {
        const different = await another({ assume });
        const name = "The application programming interface of the shop and of all that is sold in it";
        await makeByHand(different, { name });
        const program = { ...minimal(different), customId: "api", name };
        await expect(different.deployment.up(program), JSON.stringify(assume)).rejects.toThrow("SH4019");
      }
    },
  },
  {
    id: "SEE-1",
    case: "not what is archived, deleted, elsewhere or under another name, with adopt: false, or, with an identifier, without a list",
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = { ...minimal(world), customId: "api" };
      const expectCreated = async (program: Values) => {
        expect(await deployment.up(program)).toMatchObject({ step: "create" });
        await deployment.destroy();
      };
      for (const values of others) {
        const id = await makeByHand(world, values);
        await expectCreated(inputs);
        emulator.remove(samples.table, Number(id));
      }
      emulator.edit("services", Number(await makeByHand(world, {})), { archived: true });
      emulator.softDelete("services", Number(await makeByHand(world, {})));
      await expectCreated(inputs);
      await makeByHand(world, {});
      await expectCreated({ ...inputs, adopt: false });
      for (const status of [404, 403, 422]) {
        emulator.faults.add({ method: "GET", path: listPath(world), status, times: Number.POSITIVE_INFINITY });
        await expectCreated(inputs);
        emulator.faults.clear();
      }
    },
  },
  {
    id: "SEE-1",
    case: "neither what the stack has nor a rename or a move is refused",
    async prove(world) {
      const { deployment } = world;
      const inputs = minimal(world);
      const provider = await world.holdProcess();
      await Promise.all(["one", "other"].map((customId) => provider.create({ ...inputs, customId })));
      expect(world.live()).toHaveLength(2);

      await deployment.up({ ...inputs, groupId: 2, name: "Web" });
      await deployment.up({ ...inputs, groupId: 2 });
      expect(await deployment.up(inputs)).toMatchObject({ step: "update" });
      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
    },
  },
]);
