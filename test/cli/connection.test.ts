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

  it("is not found by a region alone: the address of the shell may be in another", () => {
    const read = settingsOf({ cwd: ".", region: "eu" }, stack);
    expect(() => resolveConnection(read, environment)).toThrow("Set them in one place");
  });
});
