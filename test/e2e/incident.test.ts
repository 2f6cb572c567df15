import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = `
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("page", { subdomain: "acme" });
const api = new statushub.Service("api", { hub, groupId: 1, name: "API", customId: "api" });
new statushub.Subscription("team", { hub, method: "webhook", address: "https://team.example.com/in", services: [api] });
const serviceStatuses = [{ service: api, status: "down" as const }];
new statushub.IncidentTemplate("api-down", { hub, title: "API is down", incidentType: "investigating", serviceStatuses });
new statushub.IncidentTemplate("api-found", { hub, title: "API: cause found", incidentType: "identified", serviceStatuses });
new statushub.IncidentTemplate("api-up", { hub, title: "API is up again", incidentType: "resolved" });
`;

test("[INC-1] [INC-2] templates of a program open, update and resolve an incident, with one message each", async () => {
  const page = await createPage({ program });
  expect(await page.up()).toMatchObject({ code: 0 });
  const incident = async (...args: string[]) => {
    const { code, stdout } = await page.statushub(["incident", ...args, "--yes", "--json"]);
    return { code, ...JSON.parse(stdout) };
  };
  const once = { code: 0, hub: "acme", id: 1, sent: true, subscriptions: { webhook: 1 } };
  const again = { code: 0, hub: "acme", id: 1, sent: false, subscriptions: {} };
  // The account has several hubs, so the templates say which one is meant.
  expect(await incident("open", "api-down")).toEqual({ ...once, title: "API is down" });
  expect(await incident("open", "api-down")).toEqual({ ...again, title: "API is down" });
  expect(await incident("update", "1", "api-found")).toMatchObject(once);
  expect(await incident("resolve", "1", "api-up")).toMatchObject(once);
  expect(await incident("resolve", "acme/1")).toMatchObject(again);
  const sent = page.emulator.outbox("acme").filter(({ outcome }) => outcome === "sent");
  expect(sent.map(({ title }) => title)).toEqual(["API is down", "API: cause found", "API is up again"]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0 });
});
