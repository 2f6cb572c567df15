import { expect, it } from "vitest";
import { z } from "zod";
import { presetJsonSchema } from "../../../emulator/preset/schema.ts";

it("lets an editor find mistakes", () => {
  const schema = z.fromJSONSchema({ ...presetJsonSchema() });
  const problemAt = (hub: object) => schema.safeParse({ hubs: [hub] }).error?.issues[0]?.path.join(".");
  expect(problemAt({ subdomain: "acme", name: "Acme", services: [{ group_id: 1, name: "API" }] })).toBeUndefined();
  expect(problemAt({ subdomain: "acme", name: "Acme", services: [{ group_id: 1 }] })).toBe("hubs.0.services.0.name");
  expect(problemAt({ subdomain: "acme", name: "Acme", service: [] })).toBe("hubs.0");
});
