import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../../tools/engine/local.ts";
import type { Block, Page } from "./pages.ts";

/** Added to an example without imports, which is part of a program. */
const imports = `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";
import { createEmulator } from "pulumi-statushub/emulator";
`;

const globals = `
declare const config: import("@pulumi/pulumi").Config;
declare const hub: import("pulumi-statushub").Hub;
declare const api: import("pulumi-statushub").Service;
declare module "@pulumi/kubernetes/networking/v1/index.js" {
  import { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
  export class Ingress extends CustomResource {
    constructor(name: string, args: { metadata: object; spec: object }, opts?: CustomResourceOptions);
  }
}
`;

/** A source file in memory, and the position of each of its blocks. */
interface Module {
  readonly path: string;
  readonly text: string;
  readonly parts: readonly { start: number; block: Block }[];
}

/** Type-checks the TypeScript of all pages with the settings of this repository. Returns each error with its place. */
export function typeProblems(pages: readonly Pick<Page, "path" | "blocks">[]): string[] {
  const modules = new Map(pages.flatMap(modulesOf).map((module) => [module.path, module]));
  const texts = new Map([...modules].map(([path, { text }]) => [path, text]));
  texts.set(join(repositoryRoot, "globals.d.ts"), globals);
  return ts.getPreEmitDiagnostics(createProgram(texts)).map(({ messageText, file, start = 0 }) => {
    const parts = modules.get(file?.fileName ?? "")?.parts ?? [];
    const place = parts.findLast((part) => part.start <= start)?.block.place ?? file?.fileName;
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

/** A block with an import or a file name starts a module. Any other block continues the one before it. */
function modulesOf(page: Pick<Page, "path" | "blocks">): Module[] {
  const chains: Block[][] = [];
  for (const block of page.blocks.filter(({ language }) => language === "ts")) {
    const chain = chains.at(-1);
    if (chain === undefined || standsAlone(block)) chains.push([block]);
    else chain.push(block);
  }
  return chains.map((chain, index) => {
    const { file } = chain[0] ?? {};
    // Files of a page import each other. If two have the same name, the last one is imported.
    const isLast = !chains.slice(index + 1).some(([next]) => next?.file === file);
    const name = file !== undefined && isLast ? file : `block-${index}.ts`;
    return { path: join(repositoryRoot, ".pages", page.path, name), ...joined(chain) };
  });
}

const standsAlone = ({ file, text }: Block) => file !== undefined || /^import /m.test(text);

function joined(chain: readonly Block[]): Pick<Module, "text" | "parts"> {
  let text = chain[0] !== undefined && standsAlone(chain[0]) ? "" : imports;
  const parts = chain.map((block, index) => {
    text += index === 0 ? "" : "\n{\n";
    const start = text.length;
    // A block that continues another one is nested in it, where exports are syntax errors.
    text += index === 0 ? block.text : block.text.replace(/^export (?=const|function)/gm, "");
    return { start, block };
  });
  return { text: `${text}${"}".repeat(chain.length - 1)}\nexport {};\n`, parts };
}

function createProgram(texts: ReadonlyMap<string, string>): ts.Program {
  const { config } = ts.readConfigFile(join(repositoryRoot, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, repositoryRoot);
  const settings = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(settings);
  const { fileExists, readFile, directoryExists } = host;
  host.directoryExists = (path) => path.includes("/.pages") || (directoryExists?.call(host, path) ?? true);
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path);
  return ts.createProgram([...texts.keys()], settings, host);
}
