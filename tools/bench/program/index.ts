import { CustomResource, type Inputs } from "@pulumi/pulumi";

/*
 * Deploys BENCH_COUNT services with the class that BENCH_PROGRAM names. A run only loads the modules of its own class.
 */

type ServiceClass = new (
  name: string,
  args: { hub: string; groupId: number; name: string; description: string },
) => CustomResource;

/** The same outputs as ours, so that the engine and the SDK spend the same time on both. */
const outputs = {
  hubId: "1",
  token: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "0123456789abcdef" },
  archived: false,
  createdAt: "2026-01-01T00:00:00Z",
};

/** The smallest possible dynamic provider, which responds immediately. */
const code = `exports.handler=()=>({
  check:async(_,inputs)=>({inputs}),
  diff:async()=>({changes:false}),
  create:async(inputs)=>({id:"1",outs:{...inputs,...${JSON.stringify(outputs)}}}),
  read:async(id,props)=>({id,props:{...props,...${JSON.stringify(outputs)}}}),
  delete:async()=>{}
})`;

const unset = Object.fromEntries(
  ["publicName", "description", "customId", ...Object.keys(outputs)].map((name) => [name, undefined]),
);

class Trivial extends CustomResource {
  constructor(name: string, args: Inputs) {
    super("pulumi-nodejs:dynamic/bench:Trivial", name, { ...unset, ...args, __provider: code });
  }
}

const programs = {
  ours: async () => (await import("pulumi-statushub")).Service,
  trivial: async () => Trivial,
} satisfies Record<string, () => Promise<ServiceClass>>;

export type ProgramName = keyof typeof programs;

const { BENCH_PROGRAM = "ours", BENCH_COUNT = "1" } = process.env;
const Service: ServiceClass = await programs[BENCH_PROGRAM as ProgramName]();

for (let index = 0; index < Number(BENCH_COUNT); index++) {
  new Service(`service-${index}`, {
    hub: "acme",
    groupId: 1,
    name: `Service ${index}`,
    description: `What service ${index} is for`,
  });
}
