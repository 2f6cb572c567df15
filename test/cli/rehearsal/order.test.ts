import { expect, it } from "vitest";
import type { Declared } from "../../engine-model/program.ts";
import { previewOf, rehearse } from "../preview/rehearsal.ts";
import { declare, keys, page, service, startPage } from "./page.ts";

const hook = (name: string, end: string) =>
  declare(name, "Subscription", { method: "webhook", address: `https://example.com/Vx7h-${end}`, services: "all" });

interface Move {
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
  /** The resource whose step depends on the order. */
  readonly taker?: string;
  readonly fails: boolean;
}

const moves: Readonly<Record<string, Move>> = {
  "a customId moves on": {
    before: [service("a", { customId: "x" }), service("b")],
    after: [service("a"), service("b", { customId: "x" })],
    taker: "b",
    fails: false,
  },
  "a customId moves back": {
    before: [service("a"), service("b", { customId: "x" })],
    after: [service("a", { customId: "x" }), service("b")],
    taker: "a",
    fails: false,
  },
  "a new service gets the customId of another": {
    before: [service("b", { customId: "x" })],
    after: [service("a", { customId: "x" }), service("b")],
    taker: "a",
    fails: false,
  },
  "an address moves on": {
    before: [hook("a", "1"), hook("b", "2")],
    after: [hook("a", "2"), hook("b", "3")],
    taker: "a",
    fails: false,
  },
  "two customIds are swapped": {
    before: [service("a", { customId: "x" }), service("b", { customId: "y" })],
    after: [service("a", { customId: "y" }), service("b", { customId: "x" })],
    fails: true,
  },
};

it.each(Object.entries(moves))("[SAY-1] says whether the order decides if an update fails: %s", async (_, move) => {
  const { before, after, taker, fails } = move;
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up([page, ...before]);
  const report = await previewOf(emulator, [await stack.ask([page, ...after])]);
  expect(report).toMatchObject({ changes: true, fails });
  const unknown = report.hubs.flatMap((hub) => hub.unknown.map(({ name, reason }) => ({ name, reason })));
  expect(unknown).toEqual(taker === undefined ? [] : [{ name: taker, reason: "order" }]);
  expect(JSON.stringify(report)).not.toContain("Vx7h");
});
