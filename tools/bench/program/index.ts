import { CustomResource, type Inputs } from "@pulumi/pulumi";

/*
 * Deploys BENCH_COUNT services with the class that BENCH_PROGRAM names. A run only loads the modules of its own class.
 */

type ServiceClass = new (
  name: string,
  args: { hub: string; groupId: number; name: string; description: string; adopt?: string },
) => CustomResource;

const dynamic = async () => (await import("pulumi-statushub")).Service;
const native = async () => (await import("pulumi-statushub/native")).Service;

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

/** Programs that adopt existing services don't wait for the limit on writes. */
const programs = {
  ours: { load: dynamic, adopts: false },
  native: { load: native, adopts: true },
  trivial: { load: async () => Trivial, adopts: false },
} satisfies Record<string, { load: () => Promise<ServiceClass>; adopts: boolean }>;

export type ProgramName = keyof typeof programs;

const { BENCH_PROGRAM = "ours", BENCH_COUNT = "1" } = process.env;
const { load, adopts } = programs[BENCH_PROGRAM as ProgramName];
const Service: ServiceClass = await load();

for (let index = 0; index < Number(BENCH_COUNT); index++) {
  const args = { hub: "acme", groupId: 1, name: `Service ${index}`, description: `What service ${index} is for` };
  new Service(`service-${index}`, adopts ? { ...args, adopt: String(index + 1) } : args);
}
