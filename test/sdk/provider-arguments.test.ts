import { expect, test } from "vitest";
import * as statushub from "../../sdk/index.ts";

test("a misspelled argument of a provider fails, because it would be ignored", () => {
  const args = { account: "acme", regoin: "eu" } as statushub.ProviderArgs;
  expect(() => new statushub.Provider("europe", args)).toThrow(
    'statushub.Provider "europe": regoin is not an argument of Provider. Did you mean "region"? [SH1017]',
  );
});
