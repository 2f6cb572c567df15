import { describe, expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { isRedirect } from "../../../provider/client/errors.ts";
import { isAmbiguous } from "../../../provider/client/retry/outcomes.ts";
import { acme, failureOf, newService, reachEmulator } from "./account.ts";

test.each([
  [301, "/api/v3/hubs/acme-inc"],
  [308, "https://elsewhere.example.com/api/v3/hubs/acme-inc"],
])(
  "%d of a renamed hub to %s is followed only within the API, by reading the list of hubs",
  async (status, location) => {
    const { emulator, account } = await reachEmulator();
    const hub = await account.hubs.resolve({ subdomain: "acme" });
    emulator.edit("hubs", 1, { subdomain: "acme-inc" });
    emulator.faults.add({ path: /^\/hubs\/acme(\/|$)/, status, headers: { location }, times: 3 });
    const renamed = account.hubs.reach(hub, (subdomain) =>
      account.client.perform(operations.createService, { subdomain }, newService),
    );

    if (location.startsWith("/")) expect(await renamed).toMatchObject({ name: "API" });
    else await expect(renamed).rejects.toThrow("Correct statushub:baseUrl");
  },
);

test("a relative address is relative to the request's, and may name a renamed hub", async () => {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ status: 301, headers: { location: "../acme-inc/services" } });
  const error = await failureOf(account.client.perform(operations.createService, acme, newService));
  expect(error).toMatchObject({
    isToOtherHub: true,
    message: expect.stringContaining("/api/v3/hubs/acme-inc/services"),
  });
});

describe("a redirect is never followed, and the error points at the base URL", () => {
  test.each([
    [301, "https://user:word@login.example.com/sign-in?token=secret#part", "https://login.example.com/sign-in"],
    [302, "/elsewhere?token=secret", /http:\/\/127\.0\.0\.1:\d+\/elsewhere\b/],
    [307, "//other.example.com", "http://other.example.com/"],
    [308, "data:text/plain,secret", "a data: address"],
    [303, undefined, "an address that it does not name"],
  ])("%d to %s", async (status, location, shown) => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ status, ...(location && { headers: { location } }) });

    const error = await failureOf(account.client.perform(operations.createService, acme, newService));

    expect(error).toSatisfy(isRedirect);
    const { message } = error as Error;
    expect(message).toMatch(shown);
    expect(message).toContain("Correct statushub:baseUrl, or statushub:account");
    expect(message).not.toMatch(/secret|word|#part/);
    expect(isAmbiguous(error)).toBe(false);
    expect(emulator.requests).toHaveLength(1);
  });
});
