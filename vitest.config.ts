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
  // The console session of the tutorial, and the commands that the pages mention.
  "test/docs/{tutorial,commands}.test.ts",
];
/** Those of the engine that also need YAML or Python, for which a machine may have to build or install something. */
const languageFiles = [
  "test/e2e/native/**/*.test.ts",
  "test/e2e/{keep,preview-report}.test.ts",
  "test/contract/plugin.test.ts",
  "test/docs/stories.test.ts",
];
/** Those that only `npm run test:shapes` runs, because a new release of Pulumi may fail them. */
const shapeFiles = ["test/shapes/pairs.test.ts"];
const browserFiles = ["test/browser/**/*.test.ts"];
const lawFiles = ["test/laws/http/**/*.test.ts"];

/** They guard against a hang, so they are long enough for a machine that is ten times slower, or busy. In milliseconds. */
const limits = { testTimeout: 1_200_000, hookTimeout: 1_200_000, expect: { poll: { timeout: 60_000 } } };

const common = {
  ...limits,
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

const longFiles = /test\/(docs\/(stories|tutorial)|shapes\/(shapes|pairs)|e2e\/(quickstart|native\/import)|laws\/http)/;

export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...engineFiles, ...languageFiles, ...shapeFiles, ...browserFiles, ...lawFiles],
          ...common,
        },
      },
      {
        // Laws over HTTP, for every kind to which they apply: that takes too long for `test:quick`.
        test: {
          name: "laws",
          include: lawFiles,
          // Laws about faults wait for retries most of the time.
          maxConcurrency: 64,
          ...common,
        },
      },
      {
        test: {
          name: "browser",
          include: browserFiles,
          globalSetup: "test/browser/setup.ts",
          ...limits,
          maxWorkers,
        },
      },
      {
        test: {
          name: "engine",
          include: mode === "shapes" ? [...engineFiles, ...shapeFiles] : engineFiles,
          exclude: languageFiles,
          globalSetup: "test/engine/setup.ts",
          // `npm test` only runs a few shapes of programs, `npm run test:shapes` runs all.
          provide: { allShapes: mode === "shapes" },
          ...limits,
          maxWorkers,
          isolate: false,
        },
      },
      {
        test: {
          name: "languages",
          include: languageFiles,
          globalSetup: ["test/engine/setup.ts", "test/engine/languages.ts"],
          ...limits,
          maxWorkers,
          isolate: false,
        },
      },
    ],
  },
}));
