import fc from "fast-check";
import { expect, test } from "vitest";
import { planAdoption } from "../../../cli/adopt/plan.ts";
import { sortState } from "../../../cli/adopt/state.ts";
import type { HubContent } from "../../../cli/hub/content.ts";
import { importEntry } from "../../../cli/program/import-file.ts";
import { createNaming, settingFor } from "../../../cli/program/names.ts";
import { type LiveResource, planResources } from "../../../cli/program/resource.ts";
import { isSecret } from "../../engine-model/marks.ts";
import { foundProject } from "../fake-project.ts";
import { anyPage } from "../program/any-page.ts";
import { evaluate } from "../program/evaluate.ts";

/** A stack of a project with one empty program. */
async function createStack(main: string, type: string) {
  const { entry, ...found } = await foundProject({
    "Pulumi.yaml": `name: project\nruntime: nodejs\nmain: ${main}\n`,
    "package.json": JSON.stringify({ type }),
  });
  return { stack: { name: "test", ...found }, entry };
}

type Entry = ReturnType<typeof stateEntry>;

/** A record in the state, without one of its optional properties. */
function stateEntry(resource: LiveResource, leaveOut: string) {
  const { kind, name, definition, hub } = resource;
  const entry = importEntry(resource, { hubs: new Set([hub.subdomain]), secrets: "marked" });
  const { type, id, outputs } = entry;
  const inputs: Record<string, unknown> = entry.inputs;
  const { [leaveOut]: value, ...others } = inputs;
  const isRequired = leaveOut === "hub" || definition.properties[leaveOut]?.required;
  const urn = `urn:pulumi:test::project::${type}::${name}`;
  return { urn, type, id, inputs: isRequired ? inputs : others, outputs, key: `${kind} ${name}` };
}

/** Names that a user has chosen, other than those that we would. */
const renamed = (page: HubContent) =>
  new Map(page.records.map(({ kind, record }) => [`${kind} ${record.id}`, `mine-${kind.toLowerCase()}-${record.id}`]));

const inClear = (value: unknown): unknown =>
  isSecret(value) ? JSON.parse((value as { plaintext: string }).plaintext) : value;

/** The declared values in the state. */
const declaredIn = ({ inputs: { __provider, ...inputs } }: Entry) =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, inClear(value)]));

test.each([
  { entry: "index.ts", type: "module" },
  { entry: "main.ts", type: "commonjs" },
  { entry: "index.js", type: "commonjs" },
])(
  "[ADO-11] records in the state stay declared as they are, with the same configuration keys: $entry, $type",
  async ({ entry, type }) => {
    const project = await createStack(entry, type);
    await fc.assert(
      fc.asyncProperty(anyPage, fc.integer({ min: 0, max: 6 }), fc.string(), async (page, step, unwanted) => {
        const { resources } = planResources([page], { naming: createNaming({ known: renamed(page) }) });
        // The hub and some other records.
        const known = resources.filter((_, index) => index % (step + 1) === 0);
        const properties = ["name", "customId", "label", "labels", "configuration"];
        const entries = known.map((resource, index) => stateEntry(resource, properties[index % 5] ?? unwanted));
        const secrets = known.flatMap((resource) => resource.secrets);
        const settings = new Map(secrets.map(({ value }, index) => [`own${index}`, settingFor(value)]));

        const state = sortState(entries);
        const plan = planAdoption({ ...project, state, settings, contents: [page] });

        const files = new Map(plan.files.map(({ path, text }) => [path.slice(project.stack.cwd.length + 1), text]));
        const declared = await evaluate(files, plan.resources, entry);
        expect(declared.size).toBe(page.records.length);
        for (const each of entries) expect(declared.get(each.key)).toEqual(declaredIn(each));
        for (const { key, value } of plan.resources.flatMap((resource) => resource.secrets)) {
          expect([undefined, settingFor(value)]).toContain(settings.get(key));
        }
      }),
      { numRuns: 15 },
    );
  },
);
