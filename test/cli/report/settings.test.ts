import { expect, it } from "vitest";
import { fakeProject } from "../fake-project.ts";
import { startAccount, statushub } from "../statushub.ts";

const provider = (name: string) => `urn:pulumi:prod::site::pulumi:providers:statushub::${name}`;
const service = "urn:pulumi:prod::site::statushub:index:Service::api";
const explicit = "own";

interface Scene {
  readonly resources: readonly object[];
  readonly config?: object;
  /** What Pulumi plans. */
  readonly steps?: readonly object[];
}

/** Runs a report about a stack, on a project with a fake `pulumi`. */
async function report(command: "drift" | "preview", { resources, config = {}, steps = [] }: Scene) {
  const { env } = await startAccount();
  const answers = { stack: { deployment: { resources } }, config, preview: { steps } };
  const { folder: cwd, PATH, calls } = await fakeProject(answers);
  const result = await statushub([command, "--stack", "prod"], { cwd, env: { ...env, PATH } });
  return { result, calls: await calls() };
}

interface Case {
  /** The name of the service's provider. */
  readonly of?: string;
  readonly state: object;
  readonly stack?: object;
  /** What Pulumi plans for the provider. */
  readonly op?: "same" | "update" | "delete";
  readonly hasMoved: boolean;
}

const account = { apiKey: "key-of-the-state", account: "acme" };

it.each<[string, Case]>([
  ["the same settings", { state: account, stack: { ...account, region: "" }, hasMoved: false }],
  ["a key that moves into the stack", { state: { account: "acme" }, stack: account, hasMoved: true }],
  ["a key that moves into the environment", { state: account, stack: { account: "acme" }, hasMoved: true }],
  ["another region", { state: account, stack: { ...account, region: "eu" }, hasMoved: true }],
  ["the same explicit provider", { of: explicit, state: account, op: "same", hasMoved: false }],
  ["an explicit provider that leaves the program", { of: explicit, state: account, op: "delete", hasMoved: false }],
  ["an explicit provider with another key", { of: explicit, state: account, op: "update", hasMoved: true }],
])(
  "[CI-9] runs the program before the refresh if settings have moved, and refuses what Pulumi doesn't read then: %s",
  async (_, { of = "default", state, stack = {}, op, hasMoved }) => {
    const resources = [
      { urn: provider(of), type: "pulumi:providers:statushub", inputs: state },
      { urn: service, type: "statushub:index:Service", id: "1", provider: `${provider(of)}::1`, outputs: {} },
    ];
    const config = Object.entries(stack).map(([name, value]) => [`statushub:${name}`, { value }]);
    const steps = op ? [{ op, urn: provider(of) }] : [];
    const { result, calls } = await report("drift", { resources, config: Object.fromEntries(config), steps });
    const { stderr } = result;
    const previews = calls.filter((call) => call.startsWith("preview --refresh=true"));
    expect(previews).toEqual([expect.stringContaining(`--run-program=${hasMoved}`)]);
    const refusal = /no longer has Service "api", .* First run pulumi up --refresh --run-program --stack prod .*SH6020/;
    if (hasMoved) expect(stderr).toMatch(refusal);
    else expect(stderr).not.toMatch(refusal);
  },
);

it("[CI-9] runs the program also if only lookups use the provider that has moved", async () => {
  const lookup = "urn:pulumi:prod::site::pulumi-nodejs:dynamic/statushub:getHub::acme";
  const resources = [
    { urn: provider("default"), type: "pulumi:providers:statushub", inputs: account },
    { urn: lookup, type: "pulumi-nodejs:dynamic/statushub:getHub", id: "1", provider: `${provider("default")}::1` },
  ];
  const config = { "statushub:account": { value: "acme" } };
  const { result, calls } = await report("drift", { resources, config });
  expect(result.stderr).not.toContain("SH6020");
  expect(calls.filter((call) => call.includes("--run-program=true"))).toHaveLength(1);
});

it("[CI-9] is refused if only the update will know the settings of a provider, because Pulumi takes its records for deleted", async () => {
  const own = provider(explicit);
  const made = "urn:pulumi:prod::site::random:index/randomPassword:RandomPassword::made";
  const api = { urn: service, type: "statushub:index:Service", id: "1", provider: `${own}::1`, outputs: {} };
  const resources = [{ urn: own, type: "pulumi:providers:statushub", inputs: account }, api];
  const steps = [
    { op: "create", urn: made },
    { op: "update", urn: own, oldState: { urn: own }, newState: { propertyDependencies: { apiKey: [made] } } },
    { op: "refresh", urn: service, oldState: api, newState: api },
    { op: "create", urn: service, newState: api },
  ];
  const { result } = await report("drift", { resources, steps });
  expect(result).toMatchObject({ code: 1, stdout: "" });
  expect(result.stderr).toMatch(/of Service "api" is only known during the update, .* First run pulumi up .*SH6020/);
});

it.each([
  ["waits for its deletion", { delete: true }, true],
  ["was deleted to be replaced", { pendingReplacement: true }, false],
] as const)("[CI-9] runs the program also for what %s, and isn't stopped by it", async (_, mark, isUnknown) => {
  const own = provider(explicit);
  const resources = [
    { urn: own, type: "pulumi:providers:statushub", inputs: account },
    { urn: service, type: "statushub:index:Service", id: "1", provider: `${own}::1`, outputs: {}, ...mark },
  ];
  const { result, calls } = await report("preview", { resources, steps: [{ op: "update", urn: own }] });
  const { stdout, stderr } = result;
  expect(stderr).toBe("");
  const unknown = 'Service "api": its account is only known during the update';
  expect(stdout.includes(unknown)).toBe(isUnknown);
  expect(calls).toContainEqual(expect.stringMatching(/^preview --refresh=true --run-program=true/));
});
