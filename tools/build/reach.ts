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
    for (const { name, isDynamic } of importsOf(path)) {
      const isPackage = !name.startsWith(".");
      const isLater = imports === "static" && isDynamic;
      if (isPackage || isLater) continue;
      // A declaration names the module, beside which is another declaration.
      const file = path.endsWith(".d.ts") ? name.replace(/\.[jt]s$/, ".d.ts") : name;
      visit(join(dirname(path), file));
    }
  };
  for (const entry of entries) visit(entry);
  return reached;
}

/** Parses the whole file, because TypeScript's quick search for imports stops in minified code. */
function importsOf(path: string): { readonly name: string; readonly isDynamic: boolean }[] {
  const found: { name: string; isDynamic: boolean }[] = [];
  const add = (node: ts.Node | undefined, isDynamic: boolean) => {
    if (node !== undefined && ts.isStringLiteralLike(node)) found.push({ name: node.text, isDynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier, false);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], true);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return found;
}
