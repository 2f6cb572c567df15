import type { CustomResource } from "@pulumi/pulumi";

/*
 * Deploys BENCH_COUNT services with the class that BENCH_PROGRAM names. A run only loads the modules of its own class.
 */

type ServiceClass = new (
  name: string,
  args: { hub: string; groupId: number; name: string; description: string; adopt?: string },
) => CustomResource;

const dynamic = async () => (await import("pulumi-statushub")).Service;
const native = async () => (await import("pulumi-statushub/native")).Service;

/** Programs that adopt existing services don't wait for the limit on writes. */
const programs = {
  ours: { load: dynamic, adopts: false },
  native: { load: native, adopts: true },
  trivial: { load: async () => (await import("./trivial.ts")).Trivial, adopts: false },
} satisfies Record<string, { load: () => Promise<ServiceClass>; adopts: boolean }>;

export type ProgramName = keyof typeof programs;

const { BENCH_PROGRAM = "ours", BENCH_COUNT = "1" } = process.env;
const { load, adopts } = programs[BENCH_PROGRAM as ProgramName];
const Service: ServiceClass = await load();

for (let index = 0; index < Number(BENCH_COUNT); index++) {
  const args = { hub: "acme", groupId: 1, name: `Service ${index}`, description: `What service ${index} is for` };
  new Service(`service-${index}`, adopts ? { ...args, adopt: String(index + 1) } : args);
}
