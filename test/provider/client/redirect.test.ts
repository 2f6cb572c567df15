import { describe, expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { isRedirect } from "../../../provider/client/errors.ts";
import { isAmbiguous } from "../../../provider/client/retry/outcomes.ts";
import { acme, failureOf, newService, reachEmulator } from "./account.ts";

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
