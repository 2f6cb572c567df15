import { describe, expect, it } from "vitest";
import { settingsOf } from "../../cli/connection.ts";
import { resolveConnection } from "../../provider/config.ts";

const stack = new Map([
  ["statushub:apiKey", "key-of-the-stack"],
  ["statushub:account", "acme"],
]);
const environment = { STATUSHUB_API_KEY: "key-of-the-shell", STATUSHUB_BASE_URL: "https://shell.example/api/v3" };

describe("the account of a command", () => {
  it.each([
    [
      "options before the stack",
      { account: "globex" },
      stack,
      "https://globex.app.statushub.io/api/v3",
      "key-of-the-stack",
    ],
    ["the stack before the environment", {}, stack, "https://acme.app.statushub.io/api/v3", "key-of-the-stack"],
    ["the environment", {}, new Map(), "https://shell.example/api/v3", "key-of-the-shell"],
  ])("comes from %s", (_, options, settings, baseUrl, apiKey) => {
    const connection = resolveConnection(settingsOf({ cwd: ".", ...options }, settings), environment);
    expect(connection).toMatchObject({ baseUrl, apiKey });
  });

  it("isn't found by a region without an account, because the environment may have an account of another region", () => {
    const read = settingsOf({ cwd: ".", region: "eu" }, stack);
    expect(() => resolveConnection(read, environment)).toThrow("Set them in one place");
  });
});
