import { basename, extname } from "node:path";
import type { Entry } from "../project/entry.ts";

/** The syntax of a program's modules. */
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
