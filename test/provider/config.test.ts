import { describe, expect, test } from "vitest";
import { findConfigProblem, nameOfKey, resolveConnection } from "../../provider/config.ts";

const settings = (values: Record<string, string>) => (key: string) => values[key];
const key = "0123456789abcdef";

describe("resolveConnection", () => {
  test("the account is the first label of the host, the region decides the rest", () => {
    const url = (region?: string) =>
      resolveConnection(
        settings({
          "statushub:apiKey": key,
          "statushub:account": "acme",
          ...(region && { "statushub:region": region }),
        }),
        {},
      ).baseUrl;

    expect(url(), "[AUTH-03]").toBe("https://acme.app.statushub.io/api/v3");
    expect(url("us")).toBe("https://acme.app.statushub.io/api/v3");
    expect(url("eu"), "[AUTH-04] [VER-01] [VER-05]").toBe("https://acme.app-eu1.statushub.io/api/v3");
    expect(() => url("mars")).toThrow('statushub:region must be "us" or "eu"; got "mars"');
  });

  test("configuration wins over environment, one setting at a time", () => {
    const environment = { STATUSHUB_API_KEY: "environment-key", STATUSHUB_ACCOUNT: "other" };

    expect(resolveConnection(settings({ "statushub:apiKey": key }), environment)).toEqual({
      apiKey: key,
      apiKeySource: "Pulumi configuration",
      baseUrl: "https://other.app.statushub.io/api/v3",
    });
    expect(resolveConnection(settings({ "statushub:account": "acme" }), environment)).toEqual({
      apiKey: "environment-key",
      apiKeySource: "environment",
      baseUrl: "https://acme.app.statushub.io/api/v3",
    });
  });

  test("an account in the configuration is not overruled by a base URL in the environment", () => {
    const read = settings({ "statushub:apiKey": key, "statushub:account": "acme" });

    expect(resolveConnection(read, { STATUSHUB_BASE_URL: "http://127.0.0.1:1/api/v3" }).baseUrl).toBe(
      "https://acme.app.statushub.io/api/v3",
    );
  });

  test.each([
    ["http://127.0.0.1:4180/api/v3/", "http://127.0.0.1:4180/api/v3"],
    ["http://localhost:4180/api/v3", "http://localhost:4180/api/v3"],
    ["http://[::1]:4180/api/v3", "http://[::1]:4180/api/v3"],
    ["https://status.example.com/api/v3", "https://status.example.com/api/v3"],
  ])("takes the base URL %s", (text, baseUrl) => {
    expect(resolveConnection(settings({ "statushub:apiKey": key, "statushub:baseUrl": text }), {}).baseUrl).toBe(
      baseUrl,
    );
  });

  test.each([
    ["http://status.example.com/api/v3", "is not https"],
    ["http://127.0.0.1.example.com/api/v3", "is not https"],
    ["http://localhost.example.com/api/v3", "is not https"],
    ["ftp://127.0.0.1/api/v3", "must be a plain https URL"],
    ["https://user:password@example.com/api/v3", "must be a plain https URL"],
    ["https://example.com/api/v3?x=1", "must be a plain https URL"],
    ["example.com", "must be a plain https URL"],
  ])("refuses the base URL %s, without repeating what may be secret", (text, problem) => {
    const resolve = () => resolveConnection(settings({ "statushub:apiKey": key, "statushub:baseUrl": text }), {});

    expect(resolve).toThrow(problem);
    expect(resolve).not.toThrow("password");
  });

  test("nothing configured names every way to configure it, and the emulator", () => {
    const noKey = () => resolveConnection(settings({}), {});
    for (const way of ["statushub:apiKey", "STATUSHUB_API_KEY", "npx statushub emulator"]) expect(noKey).toThrow(way);

    const noAccount = () => resolveConnection(settings({ "statushub:apiKey": key }), {});
    for (const way of ["statushub:account", "STATUSHUB_ACCOUNT", "statushub:baseUrl", "STATUSHUB_BASE_URL"]) {
      expect(noAccount).toThrow(way);
    }
  });

  test("an empty setting is no setting", () => {
    expect(() => resolveConnection(settings({ "statushub:apiKey": "" }), { STATUSHUB_API_KEY: "" })).toThrow(
      "No API key",
    );
  });

  test.each(["two words", "line\nbreak", "schlüssel"])("refuses the key %j without showing it", (wrong) => {
    const resolve = () => resolveConnection(settings({ "statushub:apiKey": wrong, "statushub:account": "acme" }), {});

    expect(resolve).toThrow("holds spaces or characters that no key has");
    expect(resolve).not.toThrow(wrong);
  });
});

describe("findConfigProblem", () => {
  const isUnknown = (value: string) => value === "(unknown)";

  test("is silent where all is there, and where something is not known yet", () => {
    expect(
      findConfigProblem(settings({ "statushub:apiKey": key, "statushub:account": "acme" }), isUnknown),
    ).toBeUndefined();
    expect(
      findConfigProblem(settings({ "statushub:apiKey": key, "statushub:baseUrl": "(unknown)" }), isUnknown),
    ).toBeUndefined();
  });

  test("reports a wrong setting", () => {
    expect(findConfigProblem(settings({ "statushub:apiKey": key, "statushub:account": "a b" }), isUnknown)).toContain(
      "statushub:account must be the first label",
    );
  });
});

test("a key is named by its last four characters, and a short one not at all", () => {
  const connection = { baseUrl: "https://acme.app.statushub.io/api/v3", apiKeySource: "environment" } as const;

  expect(nameOfKey({ ...connection, apiKey: "0123456789abcdef" })).toBe("the one ending in cdef, from the environment");
  expect(nameOfKey({ ...connection, apiKey: "abcdef" })).toBe("from the environment");
  const explicit = resolveConnection(
    (key) => ({ "statushub:apiKey": "a-key", "statushub:provider": "eu", "statushub:account": "acme" })[key],
    {},
  );
  expect(nameOfKey(explicit)).toBe('from the provider "eu"');
});
