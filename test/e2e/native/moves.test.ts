import { expect, test } from "vitest";
import { compileTime, createPythonPage, projectFile } from "../../engine/native.ts";

const numbers = Array.from({ length: 10 }, (_, index) => index + 1);

/** A section with ten records. Its keys are unique on the page, so that the state can be read by name. */
const ten = (prefix: string, entry: (number: number) => object) =>
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
      services: ten("service", (each) => ({ name: `Service ${each}`, description: { config: "codename" } })),
    },
  },
  incidentTemplates: ten("incident", (each) => ({ title: `Incident ${each}`, labels: ["b", "a"], serviceStatuses })),
  maintenanceTemplates: ten("upgrade", (each) => ({ title: `Upgrade ${each}`, duration: 60 + each, serviceStatuses })),
  subscriptions: ten("team", (each) => ({ method: "sms", address: `+1555123456${each}`, services })),
  maintenances: ten("patching", (each) => ({ title: `Patching ${each}`, ...times, serviceStatuses, notifications })),
});

const typeScript = (entry: string) => ({
  "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
  "index.ts": `import * as statushub from "${entry}";\nstatushub.StatusPage.fromFile("acme", "page.json");\n`,
});

const yaml: Record<string, string> = {
  "Pulumi.yaml": projectFile(
    "yaml",
    "resources: { acme: { type: 'statushub:StatusPage', properties: { file: page.json } } }\n",
  ),
};

const python = `
import pulumi
import pulumi_statushub as statushub

acme = statushub.StatusPage("acme", file="page.json")
pulumi.export("id", acme.service_ids["service-1"])
`;

test(
  "a page of every kind moves between the dynamic provider, YAML, Python and the native provider without a request",
  async () => {
    const page = await createPythonPage(python);
    const [dynamic, native] = [typeScript("pulumi-statushub"), typeScript("pulumi-statushub/native")];
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
      expect(types.filter((type) => type.startsWith(prefix)).length).toBeGreaterThanOrEqual(50);
      expect(await page.plan()).toMatchObject({ code: 0 });
      if (next["Pulumi.yaml"]?.includes("python")) {
        expect(await page.outputs()).toEqual({ id: state["acme-service-1"]?.id });
      }
    }
  },
  compileTime,
);
