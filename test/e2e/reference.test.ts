import { expect, test } from "vitest";
import { createPage, type Page } from "../engine/page.ts";

const program = (services: string, reference: string) => `
import * as statushub from "pulumi-statushub";

const hub = "acme";
${services}
new statushub.IncidentTemplate("down", { hub, title: "Down", serviceStatuses: [{ service: ${reference}, status: "down" }] });
new statushub.Subscription("team", { hub, method: "email", address: "team@example.com", services: [${reference}] });
new statushub.Maintenance("patching", {
  hub,
  title: "Patching",
  startTime: "2037-12-06T02:00:00Z",
  endTime: "2037-12-06T03:00:00Z",
  serviceStatuses: [{ service: ${reference}, status: "degraded-performance" }],
});
`;

const api = 'const api = new statushub.Service("api", { hub, groupId: 1, name: "API", customId: "api" });';
const web = 'const web = new statushub.Service("web", { hub, groupId: 2, name: "Web" });';

/** Returns the method and the kind of each write, with the services in its body. */
const takeCalls = (page: Page) =>
  page.takeWrites().map(({ method, path, body }) => {
    const ids = [...JSON.stringify(body ?? {}).matchAll(/"service_ids?":\[?(\d+)/g)].map(([, id]) => id);
    return [method, path.split("/")[3], ...ids].join(" ");
  });

const referringTo = (id: unknown) =>
  ["incident_templates", "maintenances", "subscriptions"].map((kind) => `PUT ${kind} ${id}`);

test("[REL-5] a service is only deleted after the references to it are gone or point to its replacement", async () => {
  const page = await createPage({ program: program(api + web, "api") });
  expect(await page.up()).toMatchObject({ code: 0 });
  const [one, other] = page.emulator.records("services").toSorted((a) => (a.name === "API" ? -1 : 1));
  takeCalls(page);

  expect(await page.up(program(web, "web"))).toMatchObject({ code: 0 });
  const moved = takeCalls(page);
  expect(moved.slice(0, -1).sort()).toEqual(referringTo(other?.id));
  expect(moved.at(-1)).toBe("DELETE services");
  expect(page.emulator.records("services").find(({ id }) => id === one?.id)?.deleted).toBe(true);

  const replaced =
    'const web = new statushub.Service("web", { hub, groupId: 3, name: "Web" }, { replaceOnChanges: ["groupId"] });';
  expect(await page.up(program(replaced, "web"))).toMatchObject({ code: 0 });
  const next = page.emulator.records("services").at(-1)?.id;
  const followed = takeCalls(page);
  expect(followed[0]).toBe("POST services");
  expect(followed.slice(1, -1).sort()).toEqual(referringTo(next));
  expect(followed.at(-1)).toBe("DELETE services");
});
