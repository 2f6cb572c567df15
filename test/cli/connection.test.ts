import { describe, expect, it } from "vitest";
import { describeAccount, findConnection, settingsOf } from "../../cli/connection.ts";
import { resolveConnection } from "../../provider/config.ts";
import { temporaryFolder } from "../temporary-folder.ts";

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

  it("isn't looked for in the environment if the options name a stack that can't be read", async () => {
    const cwd = await temporaryFolder();
    await expect(findConnection({ cwd, stack: "prod", baseUrl: "https://shell.example/api/v3" })).rejects.toThrow(
      `The configuration of the stack prod could not be read: ${cwd} is not a Pulumi project.`,
    );
  });

  it("isn't found by a region without an account, because the environment may have an account of another region", () => {
    const read = settingsOf({ cwd: ".", region: "eu" }, stack);
    expect(() => resolveConnection(read, environment)).toThrow("Set them in one place");
  });
});

it.each([
  ["https://northwind.app.statushub.io/api/v3", "account northwind"],
  ["https://northwind.app-eu1.statushub.io/api/v3", "account northwind in region eu"],
  ["http://localhost:4010/api/v3", "http://localhost:4010/api/v3"],
])("calls %s %j", (baseUrl, text) => {
  expect(describeAccount({ baseUrl })).toBe(text);
});
