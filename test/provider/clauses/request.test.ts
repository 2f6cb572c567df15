import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { operations } from "../../../api/operations.ts";
import { createClient } from "../../../provider/client/client.ts";
import type { Definition, Values } from "../../../provider/resources/define.ts";
import { definitions } from "../../../provider/resources/index.ts";
import { service } from "../../../provider/resources/service.ts";
import { startScene } from "../lifecycle/scene.ts";

interface Received {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server that takes everything, and keeps what came with it. */
async function startListener() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(`{"id":1}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/api/v3`;
  return { received, client: createClient({ baseUrl, apiKey: "key-of-nobody", apiKeySource: "environment" }) };
}

it("[AUTH-01] [COM-01] [VER-01] a request carries the key in its header, JSON in its body, and goes to version 3", async () => {
  const { received, client } = await startListener();
  const parameters = { subdomain: "acme", service_id: "1" };
  await client.perform(operations.createService, parameters, { body: { group_id: 1, name: "API" } });
  await client.perform(operations.getService, parameters);
  await client.perform(operations.deleteService, parameters);

  const json = "application/json";
  expect(received.map(({ line, headers }) => [line, headers["content-type"]])).toEqual([
    ["POST /api/v3/hubs/acme/services?api_version=V3-R1", json],
    ["GET /api/v3/hubs/acme/services/1?api_version=V3-R1", undefined],
    ["DELETE /api/v3/hubs/acme/services/1?api_version=V3-R1", undefined],
  ]);
  for (const { headers } of received) expect(headers).toMatchObject({ "x-api-key": "key-of-nobody", accept: json });
});

const times = { startTime: "2030-12-06T02:00:00Z", endTime: "2030-12-06T03:00:00Z" };
const statuses = [{ service: "1", status: "down" }];
const programs: [string, Values, Values][] = [
  ["Hub", { hub: undefined, subdomain: "acme" }, { name: "Acme status" }],
  ["Service", { groupId: 1, name: "Mail" }, { name: "Chat" }],
  ["IncidentTemplate", { title: "Down" }, { title: "Up" }],
  ["MaintenanceTemplate", { title: "Down" }, { title: "Up" }],
  ["Subscription", { method: "email", address: "a@acme.io", services: "all" }, { services: ["1"] }],
  ["Maintenance", { title: "Patching", serviceStatuses: statuses, ...times }, { title: "Upgrade" }],
];

describe.each(programs)("the whole life of a %s", (kind, program, change) => {
  it("[COM-02] [COM-11] [VER-03] is requests under its hub, with the one version, each answered with 200", async () => {
    const scene = await startScene(definitions[kind] as Definition);
    const made = await scene.create(program);
    const updated = await scene.update(await scene.refresh(made), { ...program, ...change });
    await scene.remove(await scene.refresh(updated));

    const { requests } = scene.emulator;
    expect(requests.map(({ method }) => method)).toEqual(
      expect.arrayContaining(kind === "Hub" ? ["GET", "PUT"] : ["GET", "POST", "PUT", "DELETE"]),
    );
    for (const { path, query, status } of requests) {
      expect(path).toMatch(/^\/hubs\/acme(\/|$)/);
      expect([query.api_version, status]).toEqual(["V3-R1", 200]);
    }
  });
});

it("[COM-11] the hub of a record is in the path, and no other", async () => {
  const scene = await startScene(service);
  const made = await scene.create({ hub: "globex", groupId: 9, name: "Mail" });
  await scene.remove(made);

  for (const { path } of scene.emulator.requests) expect(path).toMatch(/^\/hubs\/globex(\/|$)/);
});

it("[COM-01] an answer of success that is no JSON is an error, and nothing of it gets into the state", async () => {
  const scene = await startScene(service);
  const made = await scene.create({ groupId: 1, name: "Mail" });
  const page = { status: 200, body: "<html></html>", headers: { "content-type": "text/html" } };
  scene.emulator.faults.add({ ...page, times: Number.POSITIVE_INFINITY });

  await expect(scene.refresh(made)).rejects.toThrow(/Could not read Service "Mail".* without a JSON object/);
});
