import { defineConfig } from "vitest/config";

const fast = ["test/laws/{pure,samples}.test.ts", "test/provider/{lifecycle,resources}/*.test.ts"];
// In the faults every request of every operation goes wrong in ten ways, which takes longer than all the others.
const overHttp = ["test/laws/http/!(fault).test.ts"];

/** The tests that look for mutants; with LAWS=1 those over HTTP, too, for what survives the fast ones. */
export default defineConfig({
  test: {
    include: process.env.LAWS === "1" ? [...fast, ...overHttp] : fast,
    provide: { hasMutants: true },
    // Each mutant is a run of its own, whose time goes into loading; no test leaves anything behind for the next file.
    isolate: false,
    testTimeout: 60_000,
  },
});
