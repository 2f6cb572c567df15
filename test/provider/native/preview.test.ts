import { expect, test, vi } from "vitest";
import type { Declared } from "../../../model/api/form.ts";
import { failuresIn, send } from "../../engine-model/grpc.ts";
import { patching } from "../../model/kinds/patching.ts";
import { type Reached, reachNative, reference, urnOf } from "./native.ts";

const check = async ({ client }: Reached, name: string, news: Declared, kind = "Service") =>
  failuresIn(await send(client, "check", { urn: urnOf(kind, name), news }));

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

test("a draft that a program no longer declares causes a warning on its resource", async () => {
  const { client, lines } = await reachNative();
  const urn = urnOf("Maintenance", "patching");
  const draft = { ...patching, state: "draft" };
  await send(client, "check", { urn, olds: draft, news: patching });
  await send(client, "diff", { urn, id: "1", olds: draft, oldInputs: draft, news: patching });
  await vi.waitFor(() => expect(lines).toEqual([{ urn, text: expect.stringMatching(/ publishes the record\. /) }]), {
    timeout: 60_000,
  });
});
