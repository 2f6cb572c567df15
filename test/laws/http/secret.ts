import { expect } from "vitest";
import type { Values } from "../../engine-model/grpc.ts";
import { full } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { type HttpLaw, lawsAbout } from "./law.ts";

const changesOfSecrets = ({ definition, samples }: World): Values =>
  Object.fromEntries(
    Object.entries(samples.properties)
      .filter(([name]) => definition.properties[name]?.secret)
      .map(([name, { values }]) => [name, values[1].declared]),
  );

const secretsOf = ({ definition }: World, program: Values): string[] =>
  Object.entries(program)
    .filter(([name]) => definition.properties[name]?.secret)
    .flatMap(([, declared]) => textsIn(declared));

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Lets the API quote the key and each secret when it rejects a request. */
async function tellQuotes(world: World) {
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
  const reports: string[] = [];
  const keys: string[] = [];
  for (const { quoted, run } of attempts) {
    for (const status of [401, 403, 422]) {
      keys.push(world.nextKey);
      const error = `${quoted.join(" and ")} with ${world.nextKey} is refused`;
      emulator.faults.add({ status, body: { error }, times: Number.POSITIVE_INFINITY });
      reports.push(await run().then(String, String));
      emulator.faults.clear();
    }
    await run();
  }
  return { secrets: [...first, ...second], keys, shown: [...reports, world.printed].join("\n") };
}

export const secretLaws: readonly HttpLaw[] = lawsAbout({ isOfProtocol: true, tell: tellQuotes }, [
  {
    id: "SUB-7",
    case: "even if the API quotes it",
    appliesTo: ({ properties }) => Object.values(properties).some(({ secret }) => secret),
    prove({ secrets, shown }) {
      expect(secrets).not.toEqual([]);
      for (const secret of secrets) expect(shown).not.toContain(secret);
    },
  },
  {
    id: "FLT-6",
    case: "even if the API quotes it",
    prove({ keys, shown }) {
      expect(keys).toHaveLength(12);
      for (const key of keys) expect(shown).not.toContain(key);
    },
  },
]);
