import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** By default vitest leaves one core free, which on two cores is a half of the machine. */
const maxWorkers = availableParallelism();

/** Processes that the tests start load compiled code: half of the time of a short command is spent on compiling. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node-compile") };

const shapeFiles = ["test/shapes/shapes.test.ts"];
// What pages run, and the help of the commands that they name.
const pageFiles = ["test/docs/{stories,commands}.test.ts"];
const engineFiles = ["test/e2e/**/*.test.ts", "test/contract/**/*.test.ts", ...shapeFiles, ...pageFiles];
const browserFiles = ["test/browser/**/*.test.ts"];
const lawFiles = ["test/laws/http/**/*.test.ts"];

export default defineConfig(({ mode }) => ({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...engineFiles, ...browserFiles, ...lawFiles],
          // Property tests and the type-checker are slow on a busy machine; none of these tests measures time.
          testTimeout: 180_000,
          maxWorkers,
          env,
          // Loading the same modules again for each file took as long as the tests. No test keeps state in a module.
          isolate: false,
        },
      },
      {
        // Every law over every kind, through both providers: too long for the inner loop.
        test: {
          name: "laws",
          include: lawFiles,
          testTimeout: 180_000,
          // A provider process starts while the laws of the other provider are under way.
          hookTimeout: 120_000,
          env,
          maxWorkers,
          maxConcurrency: 8,
          isolate: false,
        },
      },
      {
        test: {
          name: "browser",
          include: browserFiles,
          globalSetup: "test/browser/set-up.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "engine",
          include: engineFiles,
          globalSetup: "test/engine/set-up.ts",
          // `npm test` runs a few of the shapes of programs, `npm run test:shapes` all.
          provide: { allShapes: mode === "shapes" },
          // A story runs up to ten commands of a few seconds each, on a machine that may have much else to do.
          testTimeout: 400_000,
          hookTimeout: 400_000,
          // The engine starts a handful of processes for each operation: more side by side are slower, not faster.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    coverage: {
      include: ["api/**", "errors/**", "kinds/**", "sdk/**", "provider/**", "emulator/**", "cli/**", "policy/**"],
      thresholds: { lines: 95, branches: 90 },
    },
  },
}));
