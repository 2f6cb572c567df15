import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * Returns the files that built entries lead to, themselves included.
 *
 * @param imports `static` are those that Node loads before an entry runs; by default, dynamic ones count, too
 */
export function reach(entries: readonly string[], imports: "static" | "all" = "all"): Set<string> {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path) || !existsSync(path)) return;
    reached.add(path);
    const text = readFileSync(path, "utf8");
    for (const { fileName, pos } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith(".") || (imports === "static" && isDynamic(text, pos))) continue;
      visit(join(dirname(path), path.endsWith(".d.ts") ? fileName.replace(/\.[jt]s$/, ".d.ts") : fileName));
    }
  };
  for (const entry of entries) visit(entry);
  return reached;
}

const isDynamic = (text: string, position: number) => /\bimport\s*\(\s*["'`]?$/.test(text.slice(0, position));
