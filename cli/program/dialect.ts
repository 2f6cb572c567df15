import { basename, extname } from "node:path";
import type { Entry } from "../project/entry.ts";

/** How the modules of a program are written. */
export interface Dialect {
  /** Name of the module that Pulumi runs. */
  readonly entry: string;
  readonly isTyped: boolean;
  /** `require` and `module.exports` in place of `import` and `export`. */
  readonly usesRequire: boolean;
  /** What ends the name of an imported module. */
  readonly suffix: string;
}

/** The dialect of a program whose package is, or is not, an ES module. */
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
