import { expect, test, vi } from "vitest";
import type { Declared } from "../../../model/api/form.ts";
import { patching } from "../../model/kinds/patching.ts";
import { failuresIn, type Reached, reachNative, reference, send, urnOf } from "./native.ts";

const check = async ({ client }: Reached, name: string, news: Declared, kind = "Service") =>
  failuresIn(await send(client, "check", { urn: urnOf(kind, name), news }));

test("PRE-1: two services with one customId fail, even on a hub without an ID yet, and again each time", async () => {
  const reached = await reachNative();
  const service = { hub: reference("Hub", ""), groupId: 1, name: "API", customId: "api" };

  expect(await check(reached, "one", service)).toEqual([]);
  expect(await check(reached, "one", service)).toEqual([]);
  for (const attempt of ["two", "two"]) {
    expect(await check(reached, attempt, service)).toEqual([
      expect.stringMatching(
        /Service "two" and Service "one" both declare the same customId on the same hub, and only one/,
      ),
    ]);
  }
  expect(await check(reached, "three", { ...service, hub: "acme" })).toEqual([]);
});

test("an object that looks like a resource is an object, and a resource in its place is rejected", async () => {
  const reached = await reachNative();
  const news = { hub: reference("Hub", "1"), method: "webhook", address: "https://example.com/x", services: "all" };
  const like = { urn: "urn:pulumi:test::unit::aws:s3:Bucket::one", id: "1" };

  expect(await check(reached, "one", { ...news, configuration: like }, "Subscription")).toEqual([]);
  expect(await check(reached, "one", { ...news, configuration: { nested: [like] } }, "Subscription")).toEqual([]);
  const resource = { nested: reference("Hub", "1") };
  expect(await check(reached, "one", { ...news, configuration: resource }, "Subscription")).toEqual([
    expect.stringContaining("must be a Service, not a statushub:index:Hub"),
  ]);
});

test("PRE-2: an update is compared with the API in its preview, by its changes", async () => {
  const reached = await reachNative({}, { verify: true });
  const olds = { hub: "acme", hubId: "1", groupId: 1, name: "API", __declared: ["groupId", "name"] };
  const preview = async (news: Declared) => {
    const declared = { hub: "acme", groupId: 1, name: "API", ...news };
    await send(reached.client, "update", { urn: urnOf("Service"), id: "1", preview: true, olds, news: declared });
  };

  await preview({ name: "Public API" });
  expect(reached.emulator.requests.map(({ path }) => path)).toEqual(["/hubs/acme"]);
  await preview({ groupId: 8 });
  await vi.waitFor(() => expect(reached.lines).toHaveLength(2));
  expect(reached.lines).toEqual([
    { urn: "", text: expect.stringMatching(/comparing the program with .* The role of the key can't be read/) },
    { urn: urnOf("Service"), text: expect.stringMatching(/^No Service of hub "acme" is in group 8, /) },
  ]);
});

test("a draft that a program no longer declares causes a warning on its resource", async () => {
  const { client, lines } = await reachNative();
  const urn = urnOf("Maintenance", "patching");
  await send(client, "check", { urn, olds: { ...patching, state: "draft" }, news: patching });
  await vi.waitFor(() => expect(lines).toEqual([{ urn, text: expect.stringMatching(/ publishes the record\. /) }]));
});
