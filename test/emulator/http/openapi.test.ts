import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operations } from "../../../model/kinds/operations.ts";
import { createService, startEmulator } from "../emulation.ts";

type Json = Record<string, unknown>;

async function served() {
  const api = await startEmulator();
  const response = await fetch(`${api.emulator.pageUrl}/_emulator/openapi.json`);
  // The tests below only look at parts that OpenAPI requires.
  const document = (await response.json()) as {
    openapi: string;
    info: Json;
    servers: { url: string }[];
    security: Json[];
    paths: Record<
      string,
      Record<string, { operationId: string; "x-evidence": string; responses: Json; requestBody?: Json }>
    >;
    components: { schemas: Record<string, Json>; securitySchemes: Json };
  };
  return { api, document };
}

const schemaNamed = (document: { components: { schemas: Json } }, name: string) =>
  z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: relocated(document.components.schemas) });

const relocated = (schemas: Json): Record<string, Json> =>
  JSON.parse(JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/$defs/"));

describe("the OpenAPI document", () => {
  it("[VER-04] is served in version 3.1 with the revision of the interface and the base URL", async () => {
    const { api, document } = await served();
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.version).toBe("3.0-R1");
    expect(document.servers).toEqual([{ url: api.emulator.url }]);
    expect(document.components.securitySchemes).toEqual({
      ApiKeyAuth: { type: "apiKey", in: "header", name: "X-API-KEY" },
    });
  });

  it("[COM-11] describes exactly the operations of the contract, each under the subdomain of its hub", async () => {
    const { document } = await served();
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/hubs($|\/\{subdomain\}($|\/))/);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, ...operation }]) => [
        operationId,
        method.toUpperCase(),
        path,
        operation["x-evidence"],
      ]),
    );
    const expected = Object.entries(operations).map(([name, { method, path, evidence }]) => [
      name,
      method,
      path,
      evidence,
    ]);
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  it("has no dangling reference", async () => {
    const { document } = await served();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.length).toBeGreaterThan(40);
    expect(references.filter((target) => !names.includes(target ?? ""))).toEqual([]);
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect(schema.$ref).not.toBe(`#/components/schemas/${name}`);
  });

  it("describes required bodies, and accepts the real responses but no others", async () => {
    const { api, document } = await served();
    const service = await createService(api);
    const record = schemaNamed(document, "Service");
    expect(record.safeParse(service).success).toBe(true);
    expect(record.safeParse({ ...service, extra: 1 }).success).toBe(false);
    expect(record.safeParse({ ...service, name: null }).success).toBe(false);
    expect(schemaNamed(document, "ServiceCreate").safeParse({ name: "x" }).success).toBe(false);
    expect(schemaNamed(document, "MaintenanceCreate").safeParse({}).success).toBe(false);
    expect(document.components.schemas.IncidentCreate?.required).toEqual([
      "title",
      "start_time",
      "incident_type",
      "service_statuses",
    ]);
  });

  it("has a response for every rejection", async () => {
    const { document } = await served();
    const update = document.paths["/hubs/{subdomain}/services/{service_id}"]?.put;
    expect(Object.keys(update?.responses ?? {}).join(" ")).toBe("200 400 401 403 404 409 413 415 422 429");
    expect(Object.keys(document.paths["/hubs/{subdomain}/access_restriction"]?.get?.responses ?? {})).toContain("501");
  });
});
