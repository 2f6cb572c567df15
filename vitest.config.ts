import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** By default, vitest leaves one core free, which is half of a machine with two. */
const maxWorkers = availableParallelism();

/** Short commands spend half of their time compiling, so the processes that tests start share a cache. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node-compile") };

const shapeFiles = ["test/shapes/shapes.test.ts"];
// The console sessions of the pages, and the commands that they mention.
const pageFiles = ["test/docs/{stories,commands}.test.ts"];
const engineFiles = ["test/e2e/**/*.test.ts", "test/contract/**/*.test.ts", ...shapeFiles, ...pageFiles];
const browserFiles = ["test/browser/**/*.test.ts"];
const lawFiles = ["test/laws/http/**/*.test.ts"];

/** Starts with the files that take longest, so that the workers end together. Vitest would start with the largest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /test\/(laws\/http|docs\/stories|shapes|e2e\/quickstart)/.test(moduleId);
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), (file) =>
      isLong(file) ? "long" : "short",
    );
    return [...long, ...short];
  }
}

export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...engineFiles, ...browserFiles, ...lawFiles],
          // Property tests, the type checker and starting Pulumi's provider process are slow on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers,
          env,
          // Loading all modules again for each file would double the time. So tests share the state of modules.
          isolate: false,
        },
      },
      {
        // Proves every law for every kind with both providers, which takes too long for `test:quick`.
        test: {
          name: "laws",
          include: lawFiles,
          testTimeout: 180_000,
          // Provider processes start while other laws are running.
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
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "engine",
          include: engineFiles,
          globalSetup: "test/engine/set-up.ts",
          // `npm test` only runs a few shapes of programs, `npm run test:shapes` runs all.
          provide: { allShapes: mode === "shapes" },
          // A story runs up to ten commands, each of which takes a few seconds, and longer on a busy machine.
          testTimeout: 400_000,
          hookTimeout: 400_000,
          // The engine starts several processes for each operation, so more workers would be slower.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: {
      include: ["api/**", "errors/**", "kinds/**", "sdk/**", "provider/**", "emulator/**", "cli/**", "policy/**"],
      thresholds: { lines: 95, branches: 90 },
    },
  },
}));
