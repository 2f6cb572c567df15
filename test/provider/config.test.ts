import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findConfigProblem, findVerify, nameOfKey, resolveConnection } from "../../provider/config.ts";

const apiKey = "0123456789abcdef";

/** The settings of a program, without their prefix. */
const settings = (values: Record<string, string>) => (key: string) => values[key.replace("statushub:", "")];
const resolve = (values: Record<string, string>, environment = {}) => resolveConnection(settings(values), environment);

describe("resolveConnection", () => {
  test("the account is the first label of the host, the region decides the rest", () => {
    const url = (region?: string) => resolve({ apiKey, account: "acme", ...(region && { region }) }).baseUrl;

    expect(url(), "[AUTH-03]").toBe("https://acme.app.statushub.io/api/v3");
    expect(url("us")).toBe("https://acme.app.statushub.io/api/v3");
    expect(url("eu"), "[AUTH-04] [VER-01] [VER-05]").toBe("https://acme.app-eu1.statushub.io/api/v3");
    expect(() => url("mars")).toThrow('statushub:region must be "us" or "eu"; got "mars"');
  });

  test("configuration wins over environment, one setting at a time", () => {
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

  test("an account in the configuration wins over a base URL in the environment", () => {
    const environment = { STATUSHUB_BASE_URL: "http://127.0.0.1:1/api/v3" };
    expect(resolve({ apiKey, account: "acme" }, environment).baseUrl).toBe("https://acme.app.statushub.io/api/v3");
  });

  test.each([
    ["http://127.0.0.1:4180/api/v3/", "http://127.0.0.1:4180/api/v3"],
    ["http://localhost:4180/api/v3", "http://localhost:4180/api/v3"],
    ["http://[::1]:4180/api/v3", "http://[::1]:4180/api/v3"],
    ["https://status.example.com/api/v3", "https://status.example.com/api/v3"],
  ])("takes the base URL %s", (text, baseUrl) => {
    expect(resolve({ apiKey, baseUrl: text }).baseUrl).toBe(baseUrl);
  });

  test.each([
    ["http://status.example.com/api/v3", "is not https"],
    ["http://127.0.0.1.example.com/api/v3", "is not https"],
    ["http://localhost.example.com/api/v3", "is not https"],
    ["ftp://127.0.0.1/api/v3", "must be a plain https URL"],
    ["https://user:password@example.com/api/v3", "must be a plain https URL"],
    ["https://example.com/api/v3?x=1", "must be a plain https URL"],
    ["example.com", "must be a plain https URL"],
  ])("refuses the base URL %s, without repeating what may be secret", (baseUrl, problem) => {
    expect(() => resolve({ apiKey, baseUrl })).toThrow(problem);
    expect(() => resolve({ apiKey, baseUrl })).not.toThrow("password");
  });

  test("nothing configured names every way to configure it, and the emulator", () => {
    for (const way of ["statushub:apiKey", "STATUSHUB_API_KEY", "npx pulumi-statushub emulator"]) {
      expect(() => resolve({})).toThrow(way);
    }
    for (const way of ["statushub:account", "STATUSHUB_ACCOUNT", "statushub:baseUrl", "STATUSHUB_BASE_URL"]) {
      expect(() => resolve({ apiKey })).toThrow(way);
    }
    expect(() => resolve({ apiKey: "" }, { STATUSHUB_API_KEY: "" })).toThrow("No API key");
  });

  test.each(["two words", "line\nbreak", "schlüssel"])("refuses the key %j without showing it", (wrong) => {
    expect(() => resolve({ apiKey: wrong, account: "acme" })).toThrow("holds spaces or characters that no key has");
    expect(() => resolve({ apiKey: wrong, account: "acme" })).not.toThrow(wrong);
  });
});

test("a preview is silent where all is there or not known yet, and reports a wrong setting", () => {
  const problem = (values: Record<string, string>) =>
    findConfigProblem(settings({ apiKey, ...values }), (value) => value === "(unknown)");

  expect(problem({ account: "acme" })).toBeUndefined();
  expect(problem({ baseUrl: "(unknown)" })).toBeUndefined();
  expect(problem({ account: "a b" })).toContain("statushub:account must be the first label");
});

test("a key is named by its last four characters, and a short one not at all", () => {
  const connection = { baseUrl: "https://acme.app.statushub.io/api/v3", apiKeySource: "environment" } as const;

  expect(nameOfKey({ ...connection, apiKey })).toBe("the one ending in cdef, from the environment");
  expect(nameOfKey({ ...connection, apiKey: "abcdef" })).toBe("from the environment");
  expect(nameOfKey(resolve({ apiKey: "a-key", provider: "eu", account: "acme" }))).toBe('from the provider "eu"');
});

describe("findVerify", () => {
  const known = () => false;
  const verify = (values: Record<string, string>) =>
    findVerify(settings({ apiKey, account: "acme", ...values }), (value) => value === "unknown");

  test.each([
    [{}, "off"],
    [{ verify: "false" }, "off"],
    [{ verify: "true" }, "report"],
    [{ verify: "strict" }, "strict"],
    [{ verify: "unknown" }, "off"],
    [{ verify: "strict", apiKey: "unknown" }, "off"],
    [{ verify: "strict", account: "no account" }, "off"],
  ])("%j is %s", (values, mode) => {
    expect(verify(values)).toBe(mode);
  });

  test("comes from the environment, too, and any other value is an error", () => {
    vi.stubEnv("STATUSHUB_VERIFY", "strict");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(verify({})).toBe("strict");
    expect(verify({ verify: "true" })).toBe("report");
    const problem = findConfigProblem(settings({ apiKey, account: "acme", verify: "yes" }), known);
    expect(problem).toBe('statushub:verify (or STATUSHUB_VERIFY) must be true, false or strict; got "yes".');
  });
});
