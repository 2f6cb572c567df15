import { expect, it } from "vitest";
import type { PreviewStep } from "../../../cli/project/pulumi-preview.ts";
import { create, refresh, same, state, unknown, update, urn } from "../preview/steps.ts";
import { api, kept, nodejs } from "./kept.ts";

/** Puts a resource of the program to a line. */
const at = (line: number, [read, changed]: readonly [PreviewStep, PreviewStep]): PreviewStep[] => [
  read,
  { ...changed, newState: { ...changed.newState, sourcePosition: `project:///index.ts#${line},1` } },
];

const affecting = (name: string, services: readonly object[]) =>
  update("IncidentTemplate", name, [
    { title: "Down", serviceStatuses: [] },
    { title: "Down", serviceStatuses: services },
    { title: "Down", serviceStatuses: [] },
  ]);

it("prints what a program in TypeScript declares, with services by their variables or, if it has none, with what their IDs mean", async () => {
  const files = {
    ...nodejs,
    "index.ts": [
      "",
      'const api = new statushub.Service("api", { hub: "acme", groupId: 1, name: "API" });',
      'new statushub.IncidentTemplate("down", { hub: "acme", title: "Down", serviceStatuses: [] });',
      'const web = new statushub.Service("web", { hub: "acme", groupId: 1, name: "Web" });',
    ].join("\n"),
  };
  const statuses = [
    { service: "1", status: "down" },
    { service: "2", status: "up" },
  ];
  const web = refresh("Service", "web", state({ name: "Web" }, "2"));
  const { text, keep } = await kept(
    [...api({ name: "API" }, { name: "Public API" }), web, ...affecting("down", statuses)],
    { files },
  );
  expect(text).toBe(`index.ts:2  Service "api"
    name: "Public API",

index.ts:3  IncidentTemplate "down"
    // "2" is the service "Web"
    serviceStatuses: [
      { service: api, status: "down" },
      { service: "2", status: "up" },
    ],

Put these lines into your program. Then npx pulumi-statushub preview shows no change of these properties.
`);
  expect(keep.records).toMatchObject([
    { sourcePosition: { path: "index.ts", line: 2 }, properties: [{ property: "name", value: "Public API" }] },
    { name: "down", properties: [{ property: "serviceStatuses", value: statuses }] },
  ]);
});

it("gives no lines if several resources are declared at one place, or the place isn't known", async () => {
  const files = { ...nodejs, "index.ts": "\n\nfor (const name of names) new statushub.Service(name, {});\n" };
  const rename = (name: string, id: string) =>
    update("Service", name, [{ name }, { name: `${name} by hand` }, { name }], id);
  const looped = [...at(3, rename("api", "1")), ...at(3, rename("web", "2"))];
  // A component declares it elsewhere: Pulumi knows the line that calls the component.
  const elsewhere = at(1, rename("shop", "3"));
  expect((await kept([...looped.slice(0, 2), ...looped.slice(2), ...elsewhere], { files })).text).toBe(
    `index.ts:3  Service "api"
    No lines to paste: this line also declares other resources, or this one in another stack. The page has:
    name is "api by hand"

index.ts:3  Service "web"
    No lines to paste: this line also declares other resources, or this one in another stack. The page has:
    name is "web by hand"

Service "shop by hand" (resource "shop")
    No lines to paste: it isn't known where the program declares it. The page has:
    name is "shop by hand"

There are no lines to paste.
`,
  );
});

it("doesn't print a secret, and names the properties that a program can't declare", async () => {
  const files = {
    ...nodejs,
    "index.ts": 'new statushub.Subscription("team", {});\nnew statushub.Service("api", {});\n',
  };
  const [read, changed] = update("Subscription", "team", [
    { address: "https://example.com/before" },
    { address: "[secret]" },
    { address: "[secret]" },
  ]);
  const { text, keep } = await kept([read, changed, ...api({ name: "API" }, { name: "" })], { files });
  const command = expect.stringMatching(/^pulumi config set --secret '<key>' --cwd /);
  expect(keep.records.at(-1)?.properties).toEqual([{ property: "address", value: "[secret]", command }]);
  expect(text).toContain(
    "address is a secret. Set it, and enter what the page has: pulumi config set --secret '<key>' ",
  );
  expect(text).toContain('name is "", but a program can\'t declare it: must not be empty.\n');
});

it("shows a value of the page exactly, as text and in Markdown, if there are no lines for it", async () => {
  const [read, changed] = api({ name: "API" }, { name: "a  b\u00a0c" });
  const { text, markdown } = await kept([read, changed], { files: { ...nodejs, "index.ts": "" } });
  expect(text).toContain('    name is "a  b\u00a0c"\n');
  expect(markdown).toContain('- name is `"a  b\u00a0c"`\n');
});

it("prints no lines that a rule about other properties refuses", async () => {
  const files = { ...nodejs, "index.ts": 'new statushub.IncidentTemplate("down", {});\n' };
  const steps = update("IncidentTemplate", "down", [{ body: "a" }, { body: "" }, { body: "a" }]);
  expect((await kept(steps, { files })).text).toContain(`index.ts:1  IncidentTemplate "down"
    No lines to paste: a program can't declare only this: a template needs a title or a body that is not empty. The page has:
    body is ""
`);
});

it("says which resource to remove, and which others refer to it, if a record was deleted", async () => {
  const files = { ...nodejs, "index.ts": 'new statushub.Service("api", {});\n' };
  const declared = { title: "Down", serviceStatuses: [{ service: unknown, status: "down" }] };
  const byId = { services: ["1"] };
  const others: PreviewStep[] = [
    // Pulumi also prints what a refresh has read.
    { ...refresh("Subscription", "team", state(byId)), newState: state(byId) },
    create("IncidentTemplate", "down", declared, { serviceStatuses: [urn("Service", "api")] }),
    { ...same("Subscription", "team", state(byId)), newState: state(byId) },
  ];
  const steps = [refresh("Service", "api", state({ name: "API" }, "1")), create("Service", "api", { name: "API" })];
  expect((await kept([...steps, ...others], { files })).text).toContain(`index.ts:1  Service "api"
    Deleted on the page, so remove this resource.
    IncidentTemplate "down" refers to it in serviceStatuses.
    Subscription "team" refers to it in services.
`);
});

it("says that the line of a deleted record is that of others, too, or isn't known", async () => {
  const files = { ...nodejs, "index.ts": "for (const name of names) new statushub.Service(name, {});\n" };
  const deleted = (name: string): [PreviewStep, PreviewStep] => [
    refresh("Service", name, state({ name }, "1")),
    create("Service", name, { name }),
  ];
  const looped = [...at(1, deleted("api")), ...at(1, deleted("web"))];
  const { text, keep } = await kept([...looped, ...deleted("shop")], { files });
  expect(text).toContain(`index.ts:1  Service "api"
    Deleted on the page, so remove this resource.
    Look for it: this line also declares other resources, or this one in another stack.
`);
  expect(text).toContain("    Look for it: it isn't known where the program declares it.\n");
  expect(text).toMatch(/\n\nThere are no lines to paste\.\n$/);
  expect(keep.records[0]?.problem).toBe("this line also declares other resources, or this one in another stack");
});

it("says that a deleted subscription stays in the state until an update, because the API could restore it", async () => {
  const files = { ...nodejs, "index.ts": 'new statushub.Subscription("team", {});\n' };
  const steps = update("Subscription", "team", [{ label: "A" }, { label: "A", deleted: true }, { label: "A" }]);
  expect((await kept(steps, { files })).text).toContain(
    "    Deleted on the page, so remove this resource.\n    A preview then shows that it leaves the state.\n",
  );
});

const unmanaged = new Map([["acme", { unmanaged: [{ kind: "Service", id: "4", label: "Search" }], signUps: 0 }]]);

it("prints YAML with its indentation, and imports a record that no stack has", async () => {
  const files = {
    "Pulumi.yaml":
      "name: site\nruntime: yaml\nresources:\n  api:\n    type: statushub:Service\n    properties:\n        name: API\n",
  };
  const { markdown, keep } = await kept(
    api({ name: "API", description: "a" }, { name: "$" + "{x}", description: null }),
    {
      files,
      unmanaged,
    },
  );
  expect(markdown).toBe(`## Keep manual changes

Put these lines into your program. Then \`npx pulumi-statushub preview\` shows no change of these properties.

**\`Pulumi.yaml:4\`  Service \`api\`**

\`\`\`yaml
        name: "$$\{x}"
\`\`\`

- description is \`null\`, but this language has no null, so remove the property: the next preview then shows an update of the state.

**Service \`Search\` (ID 4)**

- In no stack. To manage it: \`${keep.unmanaged[0]?.how}\`
`);
  expect(keep.unmanaged[0]?.how).toMatch(/^pulumi import statushub:index:Service search acme\/4 --cwd \S+$/);
});

it.each([
  ["flow style", "    properties: { name: API }\n"],
  ["an anchor", "    properties:\n      name: &name API\n"],
  ["an alias", "    properties: *shared\n"],
])("prints no lines into YAML with %s, and says why", async (_, properties) => {
  const program = `name: site\nruntime: yaml\nresources:\n  api:\n    type: statushub:Service\n${properties}`;
  const { text } = await kept(api({ name: "API" }, { name: "Web" }), { files: { "Pulumi.yaml": program } });
  expect(text).toContain(`Pulumi.yaml:4  Service "api"
    No lines to paste: its properties don't each begin a line, or it has an anchor or an alias. The page has:
    name is "Web"
`);
});

it("shows the values of the page if the entry is in a language that isn't written", async () => {
  const files = { "Pulumi.yaml": "name: site\nruntime: nodejs\nmain: index.tsx\n", "index.tsx": "" };
  const { text, keep } = await kept(api({ name: "API" }, { name: "Web" }), { files });
  expect(keep.language).toBeUndefined();
  expect(text).toContain("    No lines to paste: it isn't known where the program declares it. The page has:\n");
  expect(text).toContain('    name is "Web"\n');
});

it("imports into the stack that the command names, and leaves the choice among several to the reader", async () => {
  const files = { "Pulumi.yaml": "name: site\nruntime: yaml\n" };
  const importing = async (...named: string[]) => (await kept([], { files, unmanaged, named })).keep.unmanaged[0]?.how;
  expect(await importing("prod")).toMatch(/ acme\/4 --stack prod --cwd /);
  expect(await importing("prod", "staging")).toMatch(/ acme\/4 --stack '<stack>' --cwd /);
});

const template = { title: "Down", incidentType: "resolved", labels: ["a"], silentUpdate: null };
const edited = { title: "Up", incidentType: "monitoring", labels: ["b", "c"], silentUpdate: true, body: null };
const affected = [{ service: "2", status: "down" }];

it.each([
  [
    "python",
    `main.x:4  IncidentTemplate "down"
    title="Up",
    incident_type="monitoring",
    labels=["b", "c"],
    silent_update=True,
    # "2" is the service "Web"
    service_statuses=[
        {"service": "2", "status": "down"},
    ],
    body is null, but this language has no null, so remove the property: the next preview then shows an update of the state.
`,
  ],
  [
    "go",
    `main.x:4  IncidentTemplate "down"
\t\t\tTitle: pulumi.String("Up"),
\t\t\tIncidentType: statushub.IncidentType("monitoring"),
\t\t\tLabels: pulumi.StringArray{pulumi.String("b"), pulumi.String("c")},
\t\t\tSilentUpdate: pulumi.Bool(true),
    body is null, but this language has no null, so remove the property: the next preview then shows an update of the state.
    serviceStatuses is [{"service":"2","status":"down"}], but it takes more than a literal in this language.
`,
  ],
  [
    "dotnet",
    `main.x:4  IncidentTemplate "down"
    No lines to paste: the lines for this language aren't known. The page has:
    title is "Up"
`,
  ],
])("prints literals in the language of the program: %s", async (runtime, text) => {
  const before = { ...template, body: "a", serviceStatuses: [] };
  const [read, changed] = update("IncidentTemplate", "down", [
    before,
    { ...edited, serviceStatuses: affected },
    before,
  ]);
  const parent = "urn:pulumi:prod::site::pulumi:pulumi:Stack::site-prod";
  const declared = { ...changed.newState, parent, sourcePosition: "project:///main.x#4" };
  const files = { "Pulumi.yaml": `name: site\nruntime: ${runtime}\n` };
  expect((await kept([read, { ...changed, newState: declared }], { files })).text).toContain(text);
});

it("says what drift says if there is nothing to keep", async () => {
  const { text } = await kept([refresh("Service", "api", state({ name: "API" }, "1"))], { files: nodejs });
  expect(text).toBe("No drift: the page is as declared.\n");
});
