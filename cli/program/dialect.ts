import { basename, extname, posix } from "node:path";
import type { Entry } from "../project/entry.ts";

/** How the modules of a program are written, which follows from the file that Pulumi runs. */
export interface Dialect {
  /** File name of the module that Pulumi runs. */
  readonly entry: string;
  readonly isTyped: boolean;
  /** Uses `require` and `module.exports` instead of `import` and `export`. */
  readonly usesRequire: boolean;
  /** The extension in import paths. */
  readonly suffix: string;
}

export function dialectOf({ path, isModule }: Pick<Entry, "path" | "isModule">): Dialect {
  const extension = extname(path);
  const isTyped = /ts$/.test(extension);
  const isEsModule = /^\.m/.test(extension) || (isModule && extension !== ".cjs");
  return {
    entry: basename(path),
    isTyped,
    // The compiler turns the imports of a CommonJS program in TypeScript into calls of require.
    usesRequire: !isTyped && !isEsModule,
    suffix: isTyped && !isEsModule ? "" : extension,
  };
}

/** CommonJS modules are only strict if they ask for it. */
export const prologue = ({ usesRequire }: Dialect) => (usesRequire ? ['"use strict";'] : []);

/** Imports everything that a package exports, under one name. */
export const importWhole = (name: string, from: string, { usesRequire }: Dialect): string =>
  usesRequire ? `const ${name} = require("${from}");` : `import * as ${name} from "${from}";`;

/** The path by which one file of the program imports another one. */
export function importPath(from: string, to: string, { suffix }: Dialect): string {
  const path = posix.relative(posix.dirname(from), to).slice(0, -extname(to).length) + suffix;
  return path.startsWith(".") ? path : `./${path}`;
}
