import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keepFilesInMemory } from "./test/memory.ts";

/** One more than there are cores, because laws wait for retries and stories for the engine. By default, it is one less. */
const maxWorkers = availableParallelism() + 1;

/** Short commands spend half of their time compiling, so the processes that tests start share a cache. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node-compile") };

keepFilesInMemory();

const engineFiles = [
  "test/{e2e,contract}/**/*.test.ts",
  "test/shapes/shapes.test.ts",
  // The console sessions of the pages, and the commands that they mention.
  "test/docs/{stories,tutorial,commands}.test.ts",
];
const browserFiles = ["test/browser/**/*.test.ts"];
const lawFiles = ["test/laws/http/**/*.test.ts"];

const patient = {
  // Property tests, the type checker and starting Pulumi's provider process are slow on a busy machine.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  maxWorkers,
  env,
  // Most objects soon are garbage, which Node collects less often if it has more megabytes for new ones.
  execArgv: ["--max-semi-space-size=64"],
  // Loading all modules again for each file would double the time. So tests share the state of modules.
  isolate: false,
};

/** Starts with the files that take longest, so that the workers end together. Vitest would start with the largest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const {
      long = [],
      engine = [],
      short = [],
    } = Object.groupBy(await super.sort(files), (file) => {
      if (longFiles.test(file.moduleId)) return "long";
      return file.project.name === "unit" ? "short" : "engine";
    });
    return [...long, ...engine, ...short];
  }
}

const longFiles = /test\/(docs\/(stories|tutorial)|shapes\/shapes|e2e\/(quickstart|native\/import)|laws\/http)/;

export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...engineFiles, ...browserFiles, ...lawFiles],
          ...patient,
        },
      },
      {
        // Laws over HTTP, for every kind to which they apply: that takes too long for `test:quick`.
        test: {
          name: "laws",
          include: lawFiles,
          // Laws about faults wait for retries most of the time.
          maxConcurrency: 64,
          ...patient,
        },
      },
      {
        test: {
          name: "browser",
          include: browserFiles,
          globalSetup: "test/browser/setup.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: "engine",
          include: engineFiles,
          globalSetup: "test/engine/setup.ts",
          // `npm test` only runs a few shapes of programs, `npm run test:shapes` runs all.
          provide: { allShapes: mode === "shapes" },
          // A story runs up to ten commands. Each takes a few seconds, and longer on a busy machine.
          testTimeout: 400_000,
          hookTimeout: 400_000,
          maxWorkers,
          isolate: false,
        },
      },
    ],
  },
}));
