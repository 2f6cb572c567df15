import { expect, it } from "vitest";
import { advise } from "../../cli/advice.ts";

const options = { stack: "prod", account: "acme", region: "eu", cwd: "it's here" } as const;

it("[MSG-3] an advised command has the options of the run, quoted for a shell", () => {
  expect(advise("npx pulumi-statushub", ["incident", "list"], options)).toBe(
    "npx pulumi-statushub incident list --stack prod --account acme --region eu --cwd 'it'\\''s here'",
  );
});

it("[MSG-3] an advised command of Pulumi has only those that Pulumi knows", () => {
  expect(advise("pulumi", ["config", "set", "statushub:region", "eu"], options)).toBe(
    "pulumi config set statushub:region eu --stack prod --cwd 'it'\\''s here'",
  );
  expect(advise("pulumi", ["up"], { cwd: process.cwd() })).toBe("pulumi up");
});
