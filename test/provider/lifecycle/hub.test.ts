import { expect, test } from "vitest";
import { compareHubs } from "../../../provider/lifecycle/hub.ts";
import { unknown } from "../../../provider/lifecycle/unknown.ts";

const olds = { hub: { id: "1", subdomain: "acme" }, hubId: "1" };
const nobody = () => Promise.reject(new Error("nothing has to be looked up"));

test.each([
  ["only the same ID", { id: "1" }, "same"],
  ["only another ID", { id: "2" }, "other"],
  ["an ID that isn't known yet", { id: unknown }, "renamed"],
  ["the same id, with a subdomain that is not known yet", { id: "1", subdomain: unknown }, "renamed"],
  ["the same id, with another subdomain", { id: "1", subdomain: "acme-status" }, "renamed"],
])("compares a hub with %s", async (_, hub, change) => {
  expect(await compareHubs(olds, { hub }, nobody)).toBe(change);
});
