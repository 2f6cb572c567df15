import { expect, test } from "vitest";
import { unknown } from "../../../../model/api/form.ts";
import { compareHubs } from "../../../../provider/lifecycle/record/hub.ts";

const olds = { hub: { id: "1", subdomain: "acme" }, hubId: "1" };
const compare = (hub: unknown, request: (subdomain: string) => Promise<string | undefined>) =>
  compareHubs(olds, { hub }, { request, cached: async () => undefined });

const nobody = () => Promise.reject(new Error("nothing has to be looked up"));

test.each([
  [{ id: "1" }, "same"],
  [{ id: "1", subdomain: "acme" }, "same"],
  [{ id: "2" }, "other"],
  [{ id: "2", subdomain: "acme" }, "other"],
  [unknown, "renamed"],
  [{ id: unknown }, "renamed"],
  [{ id: unknown, subdomain: unknown }, "renamed"],
  [{ id: "1", subdomain: unknown }, "renamed"],
  [{ id: "1", subdomain: "acme-status" }, "renamed"],
])("[ADO-8] [REL-8] the hub %j is told from that of the state without a lookup: %s", async (hub, change) => {
  expect(await compare(hub, nobody)).toBe(change);
});

const ids = new Map([
  ["acme", "1"],
  ["renamed", "1"],
  ["other", "2"],
]);

test.each([
  ["acme", "same"],
  [{ id: unknown, subdomain: "acme" }, "same"],
  ["other", "other"],
  [{ id: unknown, subdomain: "other" }, "other"],
  ["renamed", "renamed"],
  ["not-visible", "renamed"],
])("[ADO-8] [REL-8] a subdomain is the same hub, another one, or a rename: %j, %s", async (hub, change) => {
  expect(await compare(hub, async (subdomain) => ids.get(subdomain))).toBe(change);
});

const compareKnown = (hub: unknown, id: string | undefined) =>
  compareHubs(olds, { hub }, { cached: async () => id, request: nobody });

test.each([undefined, "1"])("[IDN-8] a name that this run knows to be of hub %s is the same hub", async (id) => {
  expect(await compareKnown("acme", id)).toBe("same");
});

test("[IDN-8] a name that belongs to another hub now is an error, unless the program has a Hub that will adopt it", async () => {
  const error = 'in StatusHub, "acme" is hub 2 now, but the state has records under that name in hub 1.';
  await expect(compareKnown("acme", "2")).rejects.toThrow(error);
  expect(await compareKnown({ id: unknown, subdomain: "acme" }, "2")).toBe("other");
});
