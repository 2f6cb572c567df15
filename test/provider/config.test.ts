import { describe, expect, test } from "vitest";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { nameOfKey } from "../../provider/client/connection.ts";
import { findConfigProblem, resolveConnection } from "../../provider/config.ts";

const apiKey = "0123456789abcdef";

const settings = (values: Record<string, string>) => (key: string) => values[key.replace("statushub:", "")];
const resolve = (values: Record<string, string>, environment = {}) => resolveConnection(settings(values), environment);

describe("resolveConnection", () => {
  test("the account is the first label of the host, the region decides the rest", () => {
    const url = (region?: string) => resolve({ apiKey, account: "acme", ...(region && { region }) }).baseUrl;

    expect(url(), "[AUTH-03]").toBe("https://acme.app.statushub.io/api/v3");
    expect(url("us")).toBe("https://acme.app.statushub.io/api/v3");
    expect(url("eu"), "[AUTH-04] [VER-01] [VER-05]").toBe("https://acme.app-eu1.statushub.io/api/v3");
    for (const region of ["mars", "EU", "constructor", "__proto__"]) {
      expect(() => url(region)).toThrow(`statushub:region must be "us" or "eu"; got "${region}"`);
    }
  });

  test("configuration wins over environment; the key may come from another source than the address", () => {
    const environment = { STATUSHUB_API_KEY: "environment-key", STATUSHUB_ACCOUNT: "other" };

    expect(resolve({ apiKey }, environment)).toEqual({
      apiKey,
      apiKeySource: "Pulumi configuration",
      baseUrl: "https://other.app.statushub.io/api/v3",
    });
    expect(resolve({ account: "acme" }, environment)).toEqual({
      apiKey: "environment-key",
      apiKeySource: "environment",
      baseUrl: "https://acme.app.statushub.io/api/v3",
    });
  });

  const shell = ({ account, region, baseUrl }: { account?: string; region?: string; baseUrl?: string }) => ({
    STATUSHUB_ACCOUNT: account,
    STATUSHUB_REGION: region,
    STATUSHUB_BASE_URL: baseUrl,
  });
  const loopback = "http://127.0.0.1:1/api/v3";

  test.each([
    [{ account: "acme" }, { baseUrl: loopback }, "https://acme.app.statushub.io/api/v3"],
    [{ account: "acme" }, { baseUrl: loopback, region: "eu" }, "https://acme.app.statushub.io/api/v3"],
    [{ account: "acme" }, { account: "other", region: "eu" }, "https://acme.app.statushub.io/api/v3"],
    [{ account: "acme", region: "us" }, { region: "eu" }, "https://acme.app.statushub.io/api/v3"],
    [{ account: "acme", region: "eu" }, { account: "other" }, "https://acme.app-eu1.statushub.io/api/v3"],
    [{ baseUrl: loopback }, { account: "other", region: "eu" }, loopback],
    [{ baseUrl: loopback }, { region: "eu" }, loopback],
    [{ baseUrl: loopback, account: "acme", region: "eu" }, {}, loopback],
    [{ region: "" }, { account: "acme", region: "eu" }, "https://acme.app-eu1.statushub.io/api/v3"],
  ])(
    "an address comes from one source: %j in the configuration, %j in the environment",
    (configured, values, baseUrl) => {
      expect(resolve({ apiKey, ...configured }, shell(values)).baseUrl).toBe(baseUrl);
    },
  );

  test.each([
    [{ region: "eu" }, { account: "acme" }, "Pulumi configuration", "account", "environment"],
    [{ region: "eu" }, { account: "acme", region: "eu" }, "Pulumi configuration", "account", "environment"],
    [{ region: "eu" }, { baseUrl: loopback }, "Pulumi configuration", "base URL", "environment"],
    [{ region: "eu", provider: "europe" }, { account: "acme" }, 'provider "europe"', "account", "environment"],
    [{ account: "acme" }, { region: "eu" }, "environment", "account", "Pulumi configuration"],
  ])(
    "no region is dropped or combined with another account: %j in the configuration, %j in the environment",
    (configured, values, source, other, otherSource) => {
      expect(() => resolve({ apiKey, ...configured }, shell(values))).toThrow(
        `The region "eu" comes from the ${source}, and the ${other} from the ${otherSource}. Set them in one place`,
      );
    },
  );

  test.each([
    [{ region: "eu" }, {}],
    [{}, { region: "eu" }],
    [{ region: "eu" }, { region: "eu" }],
  ])("a region without an account isn't enough: %j, %j", (configured, values) => {
    expect(() => resolve({ apiKey, ...configured }, shell(values))).toThrow("No StatusHub account.");
  });

  test.each(["http://127.0.0.1:4180", "http://localhost:4180", "http://[::1]:4180", "https://status.example.com"])(
    "accepts the base URL %s/api/v3, perhaps with a slash",
    (origin) => {
      for (const end of ["", "/"])
        expect(resolve({ apiKey, baseUrl: `${origin}/api/v3${end}` }).baseUrl).toBe(`${origin}/api/v3`);
    },
  );

  test.each([
    ["http://status.example.com/api/v3", "is not https"],
    ["http://127.0.0.1.example.com/api/v3", "is not https"],
    ["http://localhost.example.com/api/v3", "is not https"],
    ["ftp://127.0.0.1/api/v3", "must be a plain https URL"],
    ["https://user:password@example.com/api/v3", "must be a plain https URL"],
    ["https://:password@example.com/api/v3", "must be a plain https URL"],
    ["https://example.com/api/v3?x=1", "must be a plain https URL"],
    ["example.com", "must be a plain https URL"],
  ])("rejects the base URL %s, without repeating what may be secret", (baseUrl, problem) => {
    expect(() => resolve({ apiKey, baseUrl })).toThrow(problem);
    expect(() => resolve({ apiKey, baseUrl })).not.toThrow("password");
  });

  test("without any configuration, the error names every setting and the emulator", () => {
    for (const way of ["statushub:apiKey", "STATUSHUB_API_KEY", "npx pulumi-statushub emulator"]) {
      expect(() => resolve({})).toThrow(way);
      expect(() => resolve({ account: "acme" })).toThrow(way);
    }
    expect(() => resolve({})).toThrow("statushub:account or STATUSHUB_ACCOUNT");
    expect(() => resolve({ account: "acme" })).not.toThrow("STATUSHUB_ACCOUNT");
    for (const way of ["statushub:account", "STATUSHUB_ACCOUNT", "statushub:baseUrl", "STATUSHUB_BASE_URL"]) {
      expect(() => resolve({ apiKey })).toThrow(way);
    }
    expect(() => resolve({ apiKey: "" }, { STATUSHUB_API_KEY: "" })).toThrow("No API key");
  });

  test.each(["two words", "line\nbreak", "schlüssel"])("rejects the key %j without showing it", (wrong) => {
    expect(() => resolve({ apiKey: wrong, account: "acme" })).toThrow("contains spaces or other invalid characters");
    expect(() => resolve({ apiKey: wrong, account: "acme" })).not.toThrow(wrong);
  });
});

test("a preview is silent if all settings are present or unknown, and reports a wrong one", () => {
  const problem = (values: Record<string, string>) => findConfigProblem(settings({ apiKey, ...values }));

  expect(problem({ account: "acme" })).toBeUndefined();
  expect(problem({ baseUrl: unknownMark })).toBeUndefined();
  expect(problem({ account: "a b" })).toContain("statushub:account must be the first part");
});

test("a key is named by its last four characters, but a short one isn't", () => {
  const connection = { baseUrl: "https://acme.app.statushub.io/api/v3", apiKeySource: "environment" } as const;

  expect(nameOfKey({ ...connection, apiKey })).toBe("the one ending in cdef, from the environment");
  expect(nameOfKey({ ...connection, apiKey: "abcdef" })).toBe("from the environment");
  expect(nameOfKey(resolve({ apiKey: "a-key", provider: "eu", account: "acme" }))).toBe('from the provider "eu"');
});
