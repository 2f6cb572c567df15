/** What one run of the bench deploys: this many of one program's resources, numbered from `BENCH_FIRST`. */
export interface Size {
  readonly count: number;
  readonly first: number;
}

const programs = {
  ours: () => import("./ours.ts"),
  adopted: () => import("./adopted.ts"),
  native: () => import("./native.ts"),
  kinds: () => import("./kinds.ts"),
  trivial: () => import("./trivial.ts"),
  baseline: () => import("../baseline/program.ts"),
};

export type ProgramName = keyof typeof programs;

const { BENCH_PROGRAM, BENCH_COUNT, BENCH_FIRST } = process.env;
const load = programs[(BENCH_PROGRAM ?? "ours") as ProgramName];
const { declare } = await load();
declare({ count: Number(BENCH_COUNT ?? 1), first: Number(BENCH_FIRST ?? 0) });
