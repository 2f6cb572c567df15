import { expect, it } from "vitest";
import { driftInWords } from "../../../cli/drift/words.ts";
import { renderText } from "../../../cli/report/render.ts";
import { driftOn, same, state, update } from "../preview/steps.ts";
import { api, kept, nodejs } from "./kept.ts";

const inTypeScript = (program: string) => ({ files: { ...nodejs, "index.ts": program } });

it("prints a long text whole, of which drift shows the beginning", async () => {
  const body = "<p>We are looking into it.</p>".repeat(20);
  const steps = update("IncidentTemplate", "down", [{ body: "a" }, { body }, { body: "a" }]);
  const { text, markdown, keep } = await kept(steps, inTypeScript('new statushub.IncidentTemplate("down", {});\n'));
  expect(renderText(driftInWords(driftOn(steps)))).toContain("...");
  expect(text).toContain(`    body: "${body}",\n`);
  expect(markdown).toContain(`    body: "${body}",\n`);
  expect(keep.records[0]?.properties[0]).toMatchObject({ value: body });
});

it("says how many records a comment has no room for, and where they are", async () => {
  const body = "x".repeat(70_000);
  const steps = update("IncidentTemplate", "down", [{ body: "a" }, { body }, { body: "a" }]);
  const { markdown } = await kept(
    [...api({ name: "API" }, { name: "Web" }), ...steps],
    inTypeScript('new statushub.Service("api", {});\nnew statushub.IncidentTemplate("down", {});\n'),
  );
  expect(markdown).toContain('name: "Web",');
  expect(markdown).toMatch(/\n1 more record not shown: `npx pulumi-statushub drift --keep` prints everything\.\n$/);
});

it("prints nothing for a property that differs only in its form", async () => {
  const [one, two] = [
    { service: "1", status: "down" },
    { service: "2", status: "up" },
  ];
  const steps = update("IncidentTemplate", "down", [
    { title: "Down", serviceStatuses: [one, two] },
    { title: "Up", serviceStatuses: [two, one] },
    { title: "Down", serviceStatuses: [one, two] },
  ]);
  const { keep } = await kept(steps, inTypeScript('new statushub.IncidentTemplate("down", {});\n'));
  expect(keep.records[0]?.properties).toMatchObject([{ property: "title", value: "Up" }]);
});

it("says that there is more that the program can't keep", async () => {
  const archived = { ...state({ name: "Web" }, "2"), outputs: { archived: true } };
  const steps = [...api({ name: "API" }, { name: "Shop" }), same("Service", "web", archived)];
  const { text } = await kept(
    [...steps, ...update("Hub", "acme", [{ name: "A" }, { name: "A" }, { name: "B" }])],
    inTypeScript('new statushub.Service("api", {});\n'),
  );
  expect(text).toMatch(
    / Besides manual changes, 1 record differs from the program and 1 service is archived: drift says more\.\n$/,
  );
});
