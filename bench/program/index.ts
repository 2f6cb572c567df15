/** How many of one program's resources a run of the bench deploys. */
export interface Size {
  readonly count: number;
}

const programs = {
  ours: () => import("./ours.ts"),
  adopted: () => import("./adopted.ts"),
  native: () => import("./native.ts"),
  trivial: () => import("./trivial.ts"),
  baseline: () => import("../baseline/program.ts"),
};

export type ProgramName = keyof typeof programs;

const { BENCH_PROGRAM, BENCH_COUNT } = process.env;
const load = programs[(BENCH_PROGRAM ?? "ours") as ProgramName];
const { declare } = await load();
declare({ count: Number(BENCH_COUNT ?? 1) });
