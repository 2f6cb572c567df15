import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { compare } from "../../../cli/drift/report.ts";
import type { KeepReport } from "../../../cli/keep/facts.ts";
import { createKeep } from "../../../cli/keep/report.ts";
import { createHubNames } from "../../../cli/project/record.ts";
import { kinds } from "../../../cli/records.ts";
import type { Emulator } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";
import { changeManually } from "../../laws/world.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { foundProject } from "../fake-project.ts";
import { createKeys, startStack } from "../preview/rehearsal.ts";
import { type AnyChange, anyChanges, changeable, everyChange, nameOf, programOf } from "./any-change.ts";

type Stack = Awaited<ReturnType<typeof startStack>>["stack"];

/** Services that other records name: two of the program, and one that no stack has. */
const services: readonly Declared[] = ["one", "two"].map((name, index) => ({
  name,
  kind: "Service",
  args: { hub: { id: "1", subdomain: "acme" }, groupId: 1, name, adopt: `${index + 1}` },
}));

interface Format {
  readonly files: (program: readonly Declared[]) => Record<string, string>;
  /** Reads a property back, with references to the resources of the program. */
  readonly read: (code: string) => Record<string, unknown>;
}

const formats: Readonly<Record<string, Format>> = {
  TypeScript: {
    files: (program) => ({
      "Pulumi.yaml": "name: site\nruntime: nodejs\n",
      "index.ts": `import * as statushub from "pulumi-statushub";\n${program
        .map(({ name, kind }) => `const ${variableOf(name)} = new statushub.${kind}("${name}", {});\n`)
        .join("")}`,
    }),
    read: (code) => new Function("one", "two", `return {${code}}`)({ ref: "one" }, { ref: "two" }),
  },
  YAML: {
    files: (program) => ({
      "Pulumi.yaml": `name: site\nruntime: yaml\nresources:\n${program.map(({ name, kind }) => `  ${name}:\n    type: statushub:${kind}\n    properties:\n      hub: acme\n`).join("")}`,
    }),
    read: (code) => interpolated(parse(code)),
  },
};

const variableOf = (name: string) => name.replace("-", "_");

/** Reads texts as Pulumi does. */
const interpolated = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) => {
    if (typeof part !== "string") return part;
    const [, ref] = /^\$\{(\w+)\}$/.exec(part) ?? [];
    if (ref !== undefined) return { ref };
    if (/(?<!\$)(\$\$)*\$\{/.test(part)) throw new Error(`Pulumi would replace a part of ${part}`);
    return part.replaceAll("$$", "$");
  });

/** What Pulumi plans for a program, and how the page differs from it. */
async function compared(emulator: Emulator, stack: Stack, program: readonly Declared[]) {
  const steps = await stack.plan(program);
  const account = reachAgain(emulator, { apiKey: "emulator-read-only-key" });
  const planned = {
    stack: "prod",
    steps,
    resources: stack.exported(),
    accountOf: async () => account,
    hubLabel: String,
    hubName: createHubNames(steps),
  };
  return compare([planned], {});
}

/** Says what a program in some language has to declare. */
async function keptIn(
  { files }: Format,
  program: readonly Declared[],
  comparison: Awaited<ReturnType<typeof compared>>,
): Promise<KeepReport> {
  const { project, cwd } = await foundProject(files(program));
  return createKeep(comparison, project, { cwd });
}

/** Declares what the report says. A secret is what somebody has given the record. */
function applied(
  program: readonly Declared[],
  { records }: KeepReport,
  changes: readonly AnyChange[],
  { read }: Format,
): Declared[] {
  return program.map((declared) => {
    const record = records.find(({ kind, name }) => kind === declared.kind && name === declared.name);
    const live = changes.find(({ kind }) => nameOf(kind) === declared.name)?.live;
    const properties = record?.properties.map(({ property, value, code, command, problem }) => {
      // In YAML, it is the same as no property.
      if (value === null && problem !== undefined) return { [property]: null };
      expect([code, command].filter((each) => each !== undefined)).toHaveLength(1);
      return code === undefined ? { [property]: live?.[property] } : read(code);
    });
    return { ...declared, args: Object.assign({}, declared.args, ...(properties ?? [])) };
  });
}

const keys = createKeys();
const present = ["one", "two", "three"].map((name) => ({ name, custom_id: `id-${name}` }));

test("a program in TypeScript or YAML that says what the report prints differs in nothing, whatever was changed on the page", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyChanges, async (changes) => {
      const { emulator, stack } = await startStack(present, { keys });
      const program = [...services, ...programOf(changes)];
      await stack.up(program);
      for (const { kind, body } of changes) {
        // The API refuses some of these, such as a template without any text.
        await changeManually(emulator, kind, { id: stack.idOf(nameOf(kind)), body }).catch(() => undefined);
      }
      const comparison = await compared(emulator, stack, program);
      expect(comparison.report.counts.different).toBe(0);
      const all = Object.values(formats).map(async (format) => {
        const kept = await keptIn(format, program, comparison);
        // The page may have a value that the program doesn't declare, without which it can't declare another one.
        fc.pre(kept.records.every(({ problem }) => problem === undefined));
        for (const { kind, properties } of kept.records)
          for (const { property } of properties) seen.add(`${kind}.${property}`);
        return applied(program, kept, changes, format);
      });
      const [next = [], inYaml] = await Promise.all(all);
      expect(inYaml).toEqual(next);
      expect((await compared(emulator, stack, next)).report).toMatchObject({ drift: false, hubs: [] });
      await emulator.close();
    }),
    { numRuns: 6, endOnFailure: true, examples: everyChange.map((changes) => [changes]) },
  );
  const all = kinds.flatMap(({ kind }) => changeable(kind).map((property) => `${kind}.${property}`));
  expect([...seen].sort()).toEqual(all.sort());
});
