import { expect } from "vitest";
import type { Values } from "../../engine-model/grpc.ts";
import { isHidden, markAt, pathsIn, readable } from "../../engine-model/marks.ts";
import { bodyOf, changed, full } from "../../samples/program.ts";
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

type Path = readonly (string | number)[];

/** Returns paths into every property of a program, and into its hub: each part at any depth is in one of the rounds. */
function roundsOf(program: Values): Path[][] {
  const perName = Object.entries(program).map(([name, value]) => pathsIn(value).map((path) => [name, ...path]));
  const count = Math.max(...perName.map((paths) => paths.length));
  return Array.from({ length: count }, (_, round) =>
    perName.flatMap((paths) => {
      const path = paths[round % paths.length];
      return path === undefined ? [] : [path];
    }),
  );
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, step) => (typeof part === "object" ? (part as Values)[step] : undefined), value);

/** The texts that only the secret values can have brought into the state. */
const textsAt = (program: Values, paths: readonly Path[]): string[] =>
  paths.map((path) => at(program, path)).filter((value) => typeof value === "string" && value.length > 8) as string[];

/** A program in which the values at some paths are secret. */
function marking(values: Values, paths: readonly Path[]) {
  const there = paths.filter((path) => at(values, path) !== undefined);
  const program = there.reduce((marked, path) => markAt(marked, path) as Values, values);
  const expectHidden = (kept: Values | undefined, step: string) => {
    for (const path of there) expect(isHidden(kept, path), `${step} ${path.join(".")}`).toBe(true);
    const shown = JSON.stringify(readable(kept));
    for (const text of textsAt(values, there)) expect(shown, step).not.toContain(JSON.stringify(text));
  };
  return { program, expectHidden };
}

const changedManually = (world: World) => {
  const { hub, subdomain, method, address, startTime, endTime, repeat, ...rest } = changed(world);
  return bodyOf(world, rest);
};

export const secretLaws: readonly HttpLaw[] = [
  ...lawsAbout({ isOfProtocol: true, tell: tellQuotes }, [
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
  ]),
  {
    id: "SEC-1",
    isOfProtocol: true,
    async prove(world, another) {
      for (const paths of roundsOf(full(world))) {
        const { startProcess, changeManually, deployment } = await another();
        const first = marking(full(world), paths);
        const second = marking(changed(world), paths);
        const provider = await startProcess(true);

        const { inputs, failures } = await provider.check({}, first.program);
        expect(failures).toEqual([]);
        first.expectHidden(inputs, "check");
        const { id, outputs } = await provider.create(inputs);
        first.expectHidden(outputs, "create");
        expect((await provider.diff(id, outputs, inputs)).differs).toBe(false);
        const refreshed = await provider.read(id, outputs, inputs);
        first.expectHidden(refreshed?.outputs, "refresh");
        first.expectHidden(refreshed?.inputs, "refresh of the inputs");

        deployment.state = { id, inputs, outputs };
        await changeManually(changedManually(world));
        const drifted = await (await startProcess(true)).read(id, outputs, inputs);
        first.expectHidden(drifted?.outputs, "refresh after a manual change");
        first.expectHidden(drifted?.inputs, "refresh of the inputs after a manual change");

        const { inputs: news } = await provider.check(inputs, second.program);
        second.expectHidden(news, "check of a change");
        second.expectHidden(await provider.update(id, drifted?.outputs ?? {}, news), "update");
      }
    },
  },
  {
    id: "MSG-1",
    isOfProtocol: true,
    case: "even if StatusHub ignores or quotes it",
    async prove(world, another) {
      const { samples } = world;
      for (const paths of roundsOf(full(world))) {
        const { startProcess, emulator } = await another();
        const first = marking(full(world), paths);
        const second = marking(changed(world), paths);
        const provider = await startProcess(true);
        const { id, outputs } = await provider.create(first.program);
        const isLabel = ([name]: Path) => name === "hub" || world.definition.label.includes(String(name));
        const hidden = paths.filter((path) => !isLabel(path));
        const quoted = [full(world), changed(world)].flatMap((program) => textsAt(program, hidden));
        const messages: string[] = [];
        const attempt = async () => {
          messages.push(await provider.update(id, outputs, second.program).then(() => "", String));
        };
        const fields = hidden.flatMap(([name]) => samples.properties[String(name)]?.key ?? []);
        emulator.assume({ ignore: fields.map((field) => `${samples.table}.${field}`) });
        await attempt();
        emulator.assume({});
        emulator.faults.add({ status: 422, body: { error: `${quoted.join(" and ")} is refused` } });
        await attempt();
        const { failures } = await provider.check({}, { ...second.program, nmae: textsAt(full(world), hidden)[0] });
        const shown = [...messages, ...failures].join("\n");
        expect(shown).not.toBe("");
        for (const text of quoted) expect(shown).not.toContain(text);
      }
    },
  },
];
