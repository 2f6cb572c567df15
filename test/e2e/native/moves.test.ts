import { expect, test } from "vitest";
import { readText } from "../../../tools/engine/local.ts";
import { readPage } from "../../docs/pages.ts";
import { compileTime, createPythonPage, projectFile } from "../../engine/native.ts";
import type { Page } from "../../engine/page.ts";

const numbers = Array.from({ length: 12 }, (_, index) => index + 1);

/** A section with a dozen records. Its keys are unique on the page, so that the state can be read by name. */
const dozen = (prefix: string, entry: (number: number) => object) =>
  Object.fromEntries(numbers.map((each) => [`${prefix}-${each}`, entry(each)]));

const times = { startTime: "2031-12-06T02:00:00Z", endTime: "2031-12-06T03:00:00Z" };
const notifications = [{ offsetInMin: -60, offsetType: "start" }];
const serviceStatuses = { "service-1": "down" };
const services = ["service-1", "service-2"];

/** A page with records of every kind. */
const description = JSON.stringify({
  hub: { subdomain: "acme", name: "Acme" },
  groups: {
    one: {
      id: 1,
      services: dozen("service", (each) => ({ name: `Service ${each}`, description: { config: "codename" } })),
    },
  },
  incidentTemplates: dozen("incident", (each) => ({ title: `Incident ${each}`, labels: ["b", "a"], serviceStatuses })),
  maintenanceTemplates: dozen("upgrade", (each) => ({
    title: `Upgrade ${each}`,
    duration: 60 + each,
    serviceStatuses,
  })),
  subscriptions: dozen("team", (each) => ({ method: "sms", address: `+1555123456${each}`, services })),
  maintenances: dozen("patching", (each) => ({ title: `Patching ${each}`, ...times, serviceStatuses, notifications })),
});

const typeScript = (entry: string, options = "") => ({
  "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
  "index.ts": `import * as statushub from "${entry}";\nstatushub.StatusPage.fromFile("acme", "page.json", ${options});\n`,
});

const yaml = {
  "Pulumi.yaml": projectFile(
    "yaml",
    "resources: { acme: { type: 'statushub:StatusPage', properties: { file: page.json } } }\n",
  ),
};

/** The same page without its file, under another name, and with an option that a transform gives to the services. */
const python = `
import json
import re

import pulumi
import pulumi_statushub as statushub

config = pulumi.Config()


def in_python(value):
    """Names keys as Python does, and reads the configuration."""
    if isinstance(value, list):
        return [in_python(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "config" in value:
        return config.require_secret(value["config"])
    return {re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", key): in_python(each) for key, each in value.items()}


def retain_services(args):
    if args.type_ != "statushub:index:Service":
        return None
    options = pulumi.ResourceOptions.merge(args.opts, pulumi.ResourceOptions(retain_on_delete=True))
    return pulumi.ResourceTransformResult(props=args.props, opts=options)


with open("page.json") as file:
    sections = in_python(json.load(file))
options = pulumi.ResourceOptions(aliases=[pulumi.Alias(name="acme")], transforms=[retain_services])
page = statushub.StatusPage("status", **sections, opts=options)
pulumi.export("id", page.service_ids["service-1"])
`;

const guide = readPage("docs/guides/python-go.md", readText("docs/guides/python-go.md"));

/** Forgets the records, and adopts them into the page of the program, with the command from the guide. */
async function adoptAgain(page: Page, shown: string): Promise<void> {
  await page.pulumi("state", "delete", "--all", "--force", "--yes");
  const [, command = ""] =
    guide.blocks.map(({ text }) => /^pulumi-statushub (adopt .*)$/m.exec(text)).find(Boolean) ?? [];
  // Visitors may have signed up by SMS.
  const flags = ["--sign-ups", "--yes"];
  const done = await page.statushub([...command.split(" "), ...flags]);
  expect(done, done.stderr).toMatchObject({
    code: 0,
    stdout: `Adopted 61 records into stack test. A preview shows ${shown}.\n`,
  });
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n *63 unchanged\n/) });
  expect(page.takeWrites()).toEqual([]);
}

test(
  "a page of every kind moves between the dynamic provider, YAML, Python and the native provider without a request, and is adopted from the hub",
  async () => {
    const page = await createPythonPage(python);
    const back = '{ aliases: [{ name: "status" }] }';
    const [dynamic, native] = [typeScript("pulumi-statushub", back), typeScript("pulumi-statushub/native")];
    await page.write({ ...dynamic, "page.json": description });
    await page.pulumi("config", "set", "--secret", "codename", "Codename Falcon");
    expect(await page.up()).toMatchObject({ code: 0 });
    page.takeWrites();

    for (const next of [yaml, native, { "Pulumi.yaml": projectFile("python") }, dynamic]) {
      await page.write(next);
      const done = await page.up();
      expect(done, done.stdout + done.stderr).toMatchObject({
        code: 0,
        stdout: expect.not.stringMatching(/created|deleted|replaced/),
      });
      expect(page.emulator.requests).toEqual([]);
      const state = await page.state();
      const types = Object.entries(state).map(([, { type }]) => type);
      const prefix = next === dynamic ? "pulumi-nodejs:dynamic/statushub:" : "statushub:index:";
      expect(types.filter((type) => type.startsWith(prefix)).length).toBeGreaterThanOrEqual(60);
      if (next["Pulumi.yaml"]?.includes("python")) {
        expect(state["status-service-1"]).toMatchObject({ retainOnDelete: true });
        expect(state["status-team-1"]).not.toHaveProperty("retainOnDelete");
        expect(await page.outputs()).toEqual({ id: state["status-service-1"]?.id });
      }
    }

    const [inPython] = guide.blocks.filter(({ text }) => text.includes('file="page.yaml"'));
    await page.write({ "Pulumi.yaml": projectFile("python"), "__main__.py": inPython?.text ?? "" });
    await adoptAgain(page, "no changes");
    const other = "resources: { other: { type: 'pulumi:providers:statushub' },";
    const inYaml = yaml["Pulumi.yaml"].replace("page.json", "page.yaml").replace("resources: {", other);
    await page.write({ "Pulumi.yaml": inYaml });
    await adoptAgain(page, "changes of other resources only");
  },
  compileTime,
);
