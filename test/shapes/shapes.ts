import { readText } from "../../tools/engine/local.ts";

/** A setup of a user, from the package manager to the program, as the docs list it. */
export interface Shape {
  name: string;
  /** The version of Node that everything runs on. @default Node 24 */
  node?: string;
  /** @default "npm" */
  packageManager?: keyof typeof packageManagers;
  /** The version that the project depends on. If missing, the compiler in Pulumi's SDK is used. */
  typescript?: string;
  /** The loader that Pulumi uses for ES modules if a project has it. */
  tsNode?: string;
  /** Fields of its package.json besides the dependencies. */
  manifest: object;
  files: Record<string, string>;
  /** The package.json of the parent folder, in which the package manager then runs. */
  workspace?: object;
  /** Command to run instead of `pulumi`. */
  pulumi?: readonly string[];
  /** The project's file that runs Pulumi through the Automation API, from the parent folder: `node deploy.ts up`. */
  script?: string;
  /** The file that destroys, if it is another one. */
  removal?: string;
  /** Pulumi compiles the program before it runs it, and reports type errors. */
  checksTypes?: true;
  /** Where the state says that the resource is declared, if this is tested here. */
  sourcePosition?: string;
  /** The reason why it doesn't work, with the printed error. If missing, the shape works. */
  fails?: { at: "install" | "up"; message: string };
  /** Required settings, in a sentence. */
  set?: string;
  /** Whether every `npm test` runs it. */
  always?: true;
}

const npx = (name: string, ...command: string[]) => ["npx", "--yes", `--package=${name}`, "--", ...command];

const yarn = npx("@yarnpkg/cli-dist@4.18.1", "yarn");

/** The names of the package managers on the page, and their install commands. */
export const packageManagers = {
  npm: { title: "npm", install: ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"] },
  pnpm: { title: "pnpm 12", install: npx("pnpm@12.21.0", "pnpm", "install", "--prefer-offline") },
  yarnClassic: { title: "Yarn 1", install: npx("yarn@1.22.22", "yarn", "install", "--prefer-offline") },
  yarn: { title: "Yarn 4", install: [...yarn, "install"] },
};

/**
 * Pulumi's SDK depends on a package with a build script, and pnpm installs nothing until somebody has approved or
 * rejected it.
 */
const pnpmBuilds = "allowBuilds:\n  protobufjs: false\n";

export const node = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" };

const declaration =
  'new statushub.Service("web", { hub: "acme", groupId: 1, name: "Website", description: "Where it starts" });\n';
const program = `import * as statushub from "pulumi-statushub";\n\n${declaration}`;
const commonJsProgram = `"use strict";\nconst statushub = require("pulumi-statushub");\n\n${declaration}`;

const tsconfig = (compilerOptions: object) =>
  JSON.stringify({ compilerOptions: { strict: true, outDir: "bin", ...compilerOptions }, files: ["index.ts"] });

/** The output of `pulumi new typescript`, with a resource. */
const template = {
  typescript: "^5.0.0",
  manifest: { main: "index.ts" },
  files: {
    "Pulumi.yaml": "name: scratch\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n",
    "tsconfig.json": tsconfig({ target: "es2020", module: "nodenext", moduleResolution: "nodenext" }),
    "index.ts": program,
  },
  checksTypes: true,
  sourcePosition: "project:///index.ts#3,1",
} as const;

const commonJs = { target: "es2016", module: "commonjs", moduleResolution: "node" };

/** Its output until 2024, which didn't include a compiler. */
const olderTemplate = {
  manifest: { main: "index.ts" },
  files: {
    "Pulumi.yaml": "name: scratch\nruntime: nodejs\n",
    "tsconfig.json": tsconfig(commonJs),
    "index.ts": program,
  },
} as const;

/** An ES module. Node strips its types. */
const esModule = {
  typescript: "~6.0.0",
  manifest: { type: "module", main: "index.ts" },
  files: { "Pulumi.yaml": "name: scratch\nruntime: nodejs\n", "index.ts": program },
} as const;

const javaScript = {
  files: { "Pulumi.yaml": "name: scratch\nruntime: { name: nodejs, options: { typescript: false } }\n" },
} as const;

const guide = readText("docs/guides/automation-api.md");
const [inlineProgram = "", , removal = "", localStack = ""] = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code]) => code,
);
const localProgram = `${localStack}${inlineProgram.slice(inlineProgram.indexOf("const onOutput"))}`;

const automation = {
  ...esModule,
  manifest: { type: "module" },
  files: { "deploy.ts": inlineProgram },
  script: "deploy.ts",
} as const;

export const shapes: readonly Shape[] = [
  { ...template, name: "`pulumi new typescript`", always: true },
  { ...template, name: "`pulumi new typescript`, on Node 22", node: node[22] },
  { ...template, name: "`pulumi new typescript`, with TypeScript 6", typescript: "~6.0.0" },
  { ...olderTemplate, name: "CommonJS (`module: commonjs`)", typescript: "~5.9.0", checksTypes: true },
  { ...olderTemplate, name: "CommonJS (`module: commonjs`), no TypeScript installed", checksTypes: true },
  {
    ...olderTemplate,
    name: "CommonJS (`module: commonjs`), with TypeScript 6",
    typescript: "~6.0.0",
    checksTypes: true,
    files: {
      ...olderTemplate.files,
      "tsconfig.json": tsconfig({ ...commonJs, ignoreDeprecations: "6.0" }),
    },
    set: '`"ignoreDeprecations": "6.0"` in tsconfig.json, or `nodenext` for `module` and `moduleResolution`.',
  },
  { ...esModule, name: 'ES module (`"type": "module"`)' },
  { ...esModule, name: 'ES module (`"type": "module"`), on Node 22', node: node[22] },
  { ...esModule, name: 'ES module (`"type": "module"`), ts-node installed', tsNode: "^10.9.2", checksTypes: true },
  {
    ...javaScript,
    name: "`pulumi new javascript`",
    manifest: { main: "index.js" },
    files: { ...javaScript.files, "index.js": commonJsProgram },
  },
  {
    ...javaScript,
    name: "JavaScript, ES module",
    manifest: { type: "module", main: "index.js" },
    files: { ...javaScript.files, "index.js": program },
  },
  {
    ...template,
    name: "`main` in a subfolder",
    manifest: {},
    files: {
      "Pulumi.yaml": "name: scratch\nruntime: nodejs\nmain: infrastructure/page/index.ts\n",
      "infrastructure/page/index.ts": program,
    },
  },
  { ...template, name: "npm workspaces", workspace: { private: true, workspaces: ["project-*"] } },
  {
    ...esModule,
    name: "pnpm, isolated, nothing hoisted",
    packageManager: "pnpm",
    files: { ...esModule.files, "pnpm-workspace.yaml": `nodeLinker: isolated\nhoist: false\n${pnpmBuilds}` },
    set: "`allowBuilds: { protobufjs: false }` in pnpm-workspace.yaml.",
  },
  { ...template, name: "Yarn 1", packageManager: "yarnClassic" },
  {
    ...template,
    name: "Yarn 4, `node_modules`",
    packageManager: "yarn",
    files: { ...template.files, "yarn.lock": "", ".yarnrc.yml": "nodeLinker: node-modules\n" },
    set: "`nodeLinker: node-modules` in .yarnrc.yml.",
  },
  {
    ...template,
    name: "Yarn 4, Plug'n'Play, `yarn exec pulumi up`",
    packageManager: "yarn",
    files: { ...template.files, "yarn.lock": "" },
    pulumi: [...yarn, "exec", "pulumi"],
    set: "Run every `pulumi` through `yarn exec`.",
  },
  { ...automation, name: "Automation API, inline program", always: true },
  {
    ...automation,
    name: "Automation API, destroyed without the program",
    files: { ...automation.files, "remove.ts": removal },
    removal: "remove.ts",
    set: "[Set `main`](guides/automation-api.md#without-the-program).",
  },
  {
    ...automation,
    name: "Automation API, program in a folder",
    manifest: esModule.manifest,
    files: { ...esModule.files, "deploy.ts": localProgram },
  },
  {
    ...template,
    name: "Yarn 4, Plug'n'Play",
    packageManager: "yarn",
    files: { ...template.files, "yarn.lock": "" },
    fails: { at: "up", message: "It looks like the Pulumi SDK has not been installed" },
    set: "Run `yarn exec pulumi up`, or set `nodeLinker: node-modules` in .yarnrc.yml.",
  },
  {
    ...template,
    name: "TypeScript 7, npm",
    typescript: "^7.0.0",
    fails: { at: "install", message: 'peerOptional typescript@">= 3.8.3 < 7" from @pulumi/pulumi' },
    set: "Install TypeScript 6 or 5.9, because Pulumi doesn't run on 7 yet.",
  },
  {
    ...template,
    name: "TypeScript 7, pnpm",
    packageManager: "pnpm",
    files: { ...template.files, "pnpm-workspace.yaml": pnpmBuilds },
    typescript: "^7.0.0",
    fails: { at: "up", message: "Cannot read properties of undefined (reading 'readFile')" },
    set: "Install TypeScript 6 or 5.9, because Pulumi doesn't run on 7 yet.",
  },
  {
    ...template,
    name: "`pulumi new typescript`, on Node 20",
    node: node[20],
    fails: { at: "up", message: "pulumi-statushub needs Node 22.19 or newer, and this is Node 20.20.2" },
    set: "Install Node 22.19 or newer.",
  },
  {
    ...esModule,
    name: "ES module in TypeScript, on Node 20",
    node: node[20],
    fails: { at: "up", message: 'Unknown file extension ".ts"' },
    set: "Install Node 22.19 or newer.",
  },
];
