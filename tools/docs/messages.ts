import { globSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../engine/local.ts";
import { Reader } from "./message-text.ts";

/*
 * Every text by which the package reports that something is wrong, or remarkable, read from the source. A message has one
 * of these forms, so that none is missed:
 *
 *     new SomeError(message)                   { reason, problem, advice, message, line, error, purpose }
 *     failed(name, text, advice), warn(text)   const message, line, someRemark, someAdvice, someProblem, reasons
 *     text of a zod check                      functions whose result is a part of any of these
 */

/** A message, with what differs from case to case as `<name>`. */
export interface Message {
  readonly text: string;
  /** Relative to the repository. */
  readonly file: string;
}

export interface Messages {
  readonly messages: readonly Message[];
  /** Longer texts of the source that have none of these forms. Whatever a user reads in them is missing above. */
  readonly others: readonly Message[];
}

const sources = [
  "{api,kinds,sdk,provider,cli,policy}/**/*.ts",
  // Where a user of `pulumi-statushub emulator` meets it; what the API itself would say is not ours to explain.
  "emulator/{preset/{file,account},state/{data-file,data-file-error},http/listen}.ts",
];

/** Reads all messages of the source. */
export function readMessages(): Messages {
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: repositoryRoot }))
    .filter((file) => !otherFiles.test(file))
    .sort();
  const program = parse(files.map((file) => join(repositoryRoot, file)));
  const reader = new Reader(program.getTypeChecker());
  const parsed = files
    .map((file) => program.getSourceFile(join(repositoryRoot, file)))
    .filter((one) => one !== undefined);
  const isOurs = reachable(program.getTypeChecker(), parsed);
  for (const source of parsed) visit(source, isOurs, (node) => readMaker(node, reader));
  const toMessage = ([text, node]: readonly [string, ts.Node]): Message => ({
    text,
    file: relative(repositoryRoot, node.getSourceFile().fileName),
  });
  const others = parsed
    .filter((source) => !source.fileName.includes("/api/"))
    .flatMap((source) => unread(source, reader));
  return { messages: [...reader.texts].map(toMessage), others: others.map(toMessage) };
}

/** Our files alone: what they import from packages says nothing about messages, and takes seconds to read. */
function parse(files: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = { noLib: true, types: [], allowImportingTsExtensions: true, noEmit: true };
  const host = ts.createCompilerHost(options, true);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith(".")
        ? { resolvedFileName: resolve(dirname(from), text), extension: ".ts", isExternalLibraryImport: false }
        : undefined,
    }));
  return ts.createProgram([...files], options, host);
}

type Filter = (statement: ts.Node) => boolean;

/** Calls `read` for every node of the statements that count. */
function visit(source: ts.SourceFile, isOurs: Filter, read: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    read(node);
    ts.forEachChild(node, walk);
  };
  for (const statement of source.statements) if (isOurs(statement)) walk(statement);
}

/**
 * Of api/, which the emulator shares, the provider needs a part: what its code names, and what that names in turn. The
 * table of operations names everything, and no message is in it.
 */
function reachable(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]): Filter {
  const isApi = (node: ts.Node) => node.getSourceFile().fileName.includes("/api/");
  const isTable = (node: ts.Node) => /\/operations?\.ts$/.test(node.getSourceFile().fileName);
  const found = new Set<ts.Node>();
  const follow = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const statement = statementOf(checker, node);
      if (statement !== undefined && isApi(statement) && !isTable(statement) && !found.has(statement)) {
        found.add(statement);
        follow(statement);
      }
    }
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, follow);
  };
  for (const source of sources.filter((one) => /\/provider\//.test(one.fileName))) follow(source);
  return (statement) => !isApi(statement) || found.has(statement);
}

/** The top-level statement that declares what a name means. */
function statementOf(checker: ts.TypeChecker, name: ts.Identifier): ts.Node | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  let node: ts.Node | undefined = target?.valueDeclaration;
  while (node !== undefined && node.parent !== undefined && !ts.isSourceFile(node.parent)) node = node.parent;
  return node !== undefined && ts.isStatement(node) ? node : undefined;
}

const propertyNames = new Set(["reason", "problem", "advice", "message", "line", "error", "purpose"]);
const declarationName = /(reason|problem|advice|remark|budget|message|line|doubt)s?(In)?$/i;

/** Arguments that are messages, by the name of the function. */
const argumentsOf = new Map<string, readonly number[]>(
  Object.entries({
    failed: [1, 2],
    unknown: [1],
    warn: [0],
    remark: [0],
    print: [0],
    "#say": [0],
    "#reject": [1],
    leave: [2],
    explain: [1],
    regex: [1],
    min: [1],
    max: [1],
    refine: [1],
  }),
);

function readMaker(node: ts.Node, reader: Reader): void {
  if (ts.isNewExpression(node) && /Error$/.test(nameOf(node.expression))) reader.read(node.arguments?.[0]);
  if (ts.isCallExpression(node)) {
    const indices = isSuperOfError(node) ? [0, 1] : (argumentsOf.get(nameOf(node.expression)) ?? []);
    for (const index of indices) reader.read(node.arguments[index]);
  }
  if ((ts.isPropertyAssignment(node) || ts.isParameter(node)) && propertyNames.has(node.name.getText())) {
    reader.read(node.initializer);
  }
  if (ts.isVariableDeclaration(node) && declarationName.test(node.name.getText())) readDeclared(node, reader);
  if (ts.isFunctionDeclaration(node) && declarationName.test(node.name?.text ?? "")) reader.readResult(node);
}

function isSuperOfError({ expression }: ts.CallExpression): boolean {
  if (expression.kind !== ts.SyntaxKind.SuperKeyword) return false;
  const of = ts.findAncestor(expression, ts.isClassDeclaration);
  return /Error$/.test(of?.name?.text ?? "");
}

function readDeclared({ initializer }: ts.VariableDeclaration, reader: Reader): void {
  if (initializer === undefined) return;
  if (ts.isObjectLiteralExpression(initializer)) {
    for (const property of initializer.properties.filter(ts.isPropertyAssignment)) reader.read(property.initializer);
  } else if (ts.isArrowFunction(initializer)) reader.readResult(initializer);
  else reader.read(initializer);
}

function nameOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}

/** What describes a command, an option or a function is read in its help; what goes on well needs no explanation. */
const otherForms = new Set([
  ...["description", "option", "argument", "addHelpText", "Option", "Argument", "showHelpAfterError"],
  ...["note", "ok", "confirm", "createProgress", "withWaiting", "write"],
]);

/** What a command prints when all is well. */
const otherDeclarations = new Set(["greeting", "instructions", "nextSteps", "checkLimit"]);

/** Programs, reports and SQL: their texts are no messages. */
const otherFiles = /^cli\/(completion|doctor\/role|drift\/render|program\/(modules|names|project-files|source))\.ts$/;

function unread(source: ts.SourceFile, { isRead }: Reader): [string, ts.Node][] {
  const found: [string, ts.Node][] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && otherForms.has(nameOf(node.expression))) return;
    if (ts.isPropertyAssignment(node) && otherForms.has(node.name.getText())) return;
    if (isDeclaration(node) && otherDeclarations.has(node.name?.getText() ?? "")) return;
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && !isRead.has(node)) {
      if (ownWords(node) >= 4) found.push([node.getText(), node]);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

const isDeclaration = (node: ts.Node) => ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);

const sql = /^\W*(PRAGMA|SELECT|INSERT)\b/;

function ownWords(node: ts.StringLiteralLike | ts.TemplateExpression): number {
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(" ")
    : node.text;
  return sql.test(text) ? 0 : text.split(/\s+/).filter((word) => /^\W*[a-z'-]{2,}\W*$/i.test(word)).length;
}
