import { expect, test, vi } from "vitest";
import type { Declared } from "../../../model/api/form.ts";
import { failuresIn, fromStruct, OperationFailure, send } from "../../engine-model/grpc.ts";
import { readable, secret } from "../../engine-model/marks.ts";
import { addService, reachNative, reference, urnOf } from "./native.ts";

const maintenance = {
  hub: { id: "1" },
  title: secret("Codename Falcon"),
  startTime: "2031-12-06T02:00:00Z",
  endTime: "2031-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: secret("down") }],
  repeat: { interval: "weekly", options: { enabledDays: secret("sunday") } },
};

test("a preview and a record that was only partly written keep secret what the program marks as secret", async () => {
  const reached = await reachNative();
  await addService(reached, { group_id: 1, name: "API" });
  const urn = urnOf("Maintenance");
  const hidden = { title: "[secret]", serviceStatuses: "[secret]" };

  const planned = await send(reached.client, "create", { urn, properties: maintenance, preview: true });
  const repeat = { interval: "weekly", options: { enabledDays: "[secret]" } };
  expect(readable(fromStruct(planned.getProperties()))).toMatchObject({ ...hidden, repeat });

  reached.emulator.faults.add({ operation: "updateMaintenance", status: 422 });
  const failed = await send(reached.client, "create", { urn, properties: maintenance }).catch((error) => error);
  expect(failed).toBeInstanceOf(OperationFailure);
  expect(readable((failed as OperationFailure).marked)).toMatchObject(hidden);
});

test("what a function finds by a secret is secret", async () => {
  const reached = await reachNative();
  await addService(reached, { group_id: 1, name: "Codename Falcon" });
  const found = await reached.invoke("getService", { hub: reference("Hub", "1"), name: secret("Codename Falcon") });
  expect(found.name).toEqual(secret("Codename Falcon"));
  expect(new Set(Object.values(readable(found) as object))).toEqual(new Set(["[secret]"]));
});

test("[MSG-1] no line of a preview and no error shows what the program marks as secret, even if it's the label, an ID or the hub", async () => {
  const { client, lines, emulator } = await reachNative();
  const preview = async (kind: string, name: string, properties: Declared) => {
    const request = { urn: urnOf(kind, name), properties };
    expect(failuresIn(await send(client, "check", { urn: request.urn, news: request.properties }))).toEqual([]);
    await send(client, "create", { ...request, preview: true });
  };
  const [hub, title] = [secret("acme"), secret("Codename Falcon")];
  const [startTime, endTime] = ["2021-12-06T02:00:00Z", "2021-12-06T03:00:00Z"];
  const serviceStatuses = [{ service: secret("4711"), status: "down" }];
  const maintenance = { hub, title, startTime, endTime, serviceStatuses };
  await preview("Maintenance", "over", maintenance);
  await preview("Maintenance", "series", { ...maintenance, repeat: { interval: "weekly" } });
  const drafted = { ...maintenance, state: "draft", __declared: ["state"] };
  const published = { urn: urnOf("Maintenance", "draft"), id: "1", olds: drafted, news: maintenance, preview: true };
  await send(client, "update", published);

  const own = () => lines.filter(({ urn }) => urn !== "").map(({ text }) => text);
  await vi.waitUntil(() => own().length === 3, { timeout: 60_000 });
  emulator.faults.add({ operation: "createService", status: 422, body: { error: "hub acme has no group 4711" } });
  const create = (kind: string, properties: Declared) =>
    send(client, "create", { urn: urnOf(kind), properties }).then(() => "", String);
  const properties = { hub, groupId: secret(4711), name: title };
  const failed = [
    await create("Service", properties),
    await create("IncidentTemplate", { hub: secret("falcon"), title }),
    await create("Hub", { subdomain: secret("falcon"), name: "Codename Falcon" }),
    await create("IncidentTemplate", { hub, title, adopt: secret("4711") }),
  ];
  expect(failed[0]).toContain('Could not create Service "[secret]" in hub "[secret]"');
  const codes = [...own(), ...failed].map((text) => /\[(SH\d+)\]$/.exec(text)?.[1]);
  expect(codes).toEqual(["SH4013", "SH5509", "SH4013", "SH3001", "SH1015", "SH1015", "SH4009"]);
  emulator.faults.add({ method: "GET", status: 422 });
  const olds = { ...properties, hubId: "1", __declared: ["groupId", "name"] };
  const news = { ...properties, hub: secret("falcon-two") };
  await send(client, "check", { urn: urnOf("Service"), olds: properties, news });
  const compared = await send(client, "diff", { urn: urnOf("Service"), id: "1", olds, news }).then(() => "", String);
  expect(compared).toContain("422");
  const falcon = { hub: secret("falcon-three") };
  const named = { urn: urnOf("Service"), id: "falcon-four/99", properties: falcon, inputs: {} };
  const lookedUp = await send(client, "read", named).then(() => "", String);
  expect(lookedUp).toContain("SH5002");
  expect(
    [...own(), ...failed, compared, lookedUp].filter((text) => /falcon-three|falcon(?!-four)|4711|acme/i.test(text)),
  ).toEqual([]);
});

test("[MSG-1] the line of the stack about records that move to another hub shows no hub that the program marks as secret", async () => {
  const hubs = ["acme", "falcon-two"].map((subdomain) => ({ subdomain, name: subdomain }));
  const { client, lines } = await reachNative({ preset: { hubs } });
  const service = { hub: secret("acme"), groupId: 1, name: "API" };
  const olds = { ...service, hubId: "1", __declared: ["groupId", "name"] };
  const news = { ...service, hub: secret("falcon-two") };
  await send(client, "check", { urn: urnOf("Service"), olds: service, news });
  const compared = await send(client, "diff", { urn: urnOf("Service"), id: "1", olds, news });
  expect(compared.getReplacesList()).toEqual(["hub"]);
  await vi.waitUntil(() => lines.some(({ text }) => text.includes("SH2008")), { timeout: 60_000 });
  const [{ text, urn } = { text: "", urn: undefined }] = lines.filter(({ text }) => text.includes("SH2008"));
  expect(urn).toBe("");
  expect(text).not.toMatch(/falcon|acme/);
});
