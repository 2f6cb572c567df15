import { expect, test } from "vitest";
import type { Assumptions } from "../../../model/guesses/index.ts";
import { type Played, Scene } from "./scene.ts";

const writesOf = ({ sent }: Played) => sent.flatMap(({ method }, index) => (method === "GET" ? [] : [index + 1]));

/** Every write and the list after a series of a run with all areas. */
const steps = async (assume: Assumptions = {}) => writesOf(await Scene.play({ assume }));

test("[PRB-3] after Ctrl-C at any write, nothing is left, and nothing more is tried", async () => {
  for (const interruptAt of await steps()) {
    await Scene.tell(async (scene) => {
      const { failure, left, harm, sent } = await scene.play({ interruptAt });
      const more = sent.slice(interruptAt).filter(({ method }) => method === "POST");
      expect([interruptAt, scene.live(), left, harm, more, failure]).toEqual([
        interruptAt,
        [],
        [],
        [],
        [],
        expect.any(Error),
      ]);
    });
  }
});

test("[PRB-3] the next run finds and removes what a killed one has left, but nothing of one that may be at work", async () => {
  for (const request of (await steps()).filter((_, index) => index % 3 === 1)) {
    for (const isSent of [true, false]) {
      await Scene.tell(async (scene) => {
        await scene.play({ killAt: { request, isSent } });
        await scene.wait(60_000);
        const left = scene.live();
        // A run at the same time touches nothing of the first one, whose records are younger than 15 minutes.
        const parallel = isSent ? await scene.play({ areas: ["templates"] }) : undefined;
        expect([request, scene.live(), parallel?.differing ?? []]).toEqual([request, left, []]);
        await scene.wait(16 * 60_000);
        const shown: (readonly string[])[] = [];
        const confirm = async (_: string, leftovers: readonly string[]) => void shown.push(leftovers);
        const next = await scene.play({ areas: ["templates"], confirm });
        expect([request, scene.live(), next.left, next.harm]).toEqual([request, [], [], []]);
        // A subscriber comes with its subscription, and isn't named.
        const named = left.filter((key) => !key.startsWith("subscribers/"));
        expect([request, isSent, left, shown[0]?.length]).toEqual([request, isSent, left, named.length]);
      });
    }
  }
});

test("[PRB-3] records on a later page of a list are found, and those that only mention a run stay", async () => {
  await Scene.tell(async (scene) => {
    await scene.play({ killAt: { request: 60, isSent: true } });
    // A colleague's note about a leftover isn't one.
    const body = (index: number) => ({
      title: `Template ${index}: delete pulumi-statushub-probe-1600000000-a1-${index}`,
    });
    for (let index = 0; index < 110; index++)
      scene.server.panel("createIncidentTemplate", { subdomain: "acme" }, body(index));
    expect(scene.live().length).toBeGreaterThan(110);
    await scene.wait(16 * 60_000);
    await scene.play({ areas: ["templates"] });
    expect(scene.live().length).toBe(110);
  });
});

test("[PRB-1] a subscriber to whom somebody has added a subscription stays with it", async () => {
  const { sent } = await Scene.play();
  const posts = sent.flatMap(({ method, path }, index) =>
    method === "POST" && path.includes("/subscriptions?") ? [index + 1] : [],
  );
  let shared = 0;
  for (const request of posts) {
    await Scene.tell(async (scene) => {
      await scene.play({ killAt: { request, isSent: true } });
      const subscriber = scene.live().find((key) => key.startsWith("subscribers/"));
      if (subscriber === undefined) return;
      shared += 1;
      const added = {
        method_name: "slack",
        address: "https://hooks.slack.com/x",
        services_selection: { all: true },
        subscriber_id: Number(subscriber.replace("subscribers/", "")),
      };
      expect(scene.server.panel("createSubscription", { subdomain: "acme" }, added)).toBe(true);
      await scene.wait(16 * 60_000);
      const { left } = await scene.play({ areas: ["templates"] });
      expect([left, scene.live()]).toEqual([[], [subscriber, expect.stringContaining("subscriptions/")]]);
    });
  }
  expect(shared).toBeGreaterThan(0);
});

test("[PRB-3] after a create without a response, the record is found or the report names it", async () => {
  const created = await Scene.play();
  const posts = created.sent.flatMap(({ method }, index) => (method === "POST" ? [index + 1] : []));
  for (const request of posts) {
    await Scene.tell(async (scene) => {
      const { left, harm, failure } = await scene.play({ lostAt: request });
      expect([request, scene.live(), left, harm]).toEqual([request, [], [], []]);
      expect(failure).toBeInstanceOf(Error);
    });
  }
});
