import ts from "typescript";

/** Reads the texts that an expression may have, and keeps those that say something. */
export interface Reader {
  /** Every message, with the expression that it stands in. */
  readonly texts: ReadonlyMap<string, ts.Node>;
  /** Every literal that was read. */
  readonly isRead: ReadonlySet<ts.Node>;
  read(expression: ts.Expression | undefined): void;
  /** The same, of all that a function returns. */
  readResult(declaration: ts.SignatureDeclaration): void;
}

/** Functions that word a part of messages, such as the name of a record: what they return is no message. */
const wordings = new Set(["subject", "describePlace", "wordsOf", "reasonOf", "nameOf", "sourceOfConfigured"]);

/** Fewer words of its own are a part of another text. */
const fewestWords = 2;

export function createReader(checker: ts.TypeChecker): Reader {
  const texts = new Map<string, ts.Node>();
  const isRead = new Set<ts.Node>();
  const results = new Set<ts.Node>();
  const open = new Set<ts.Node>();

  function read(expression: ts.Expression | undefined): void {
    if (expression === undefined) return;
    for (const text of textsOf(expression)) {
      const line = text.replace(/\s+/g, " ").trim();
      if (wordsIn(line) >= fewestWords && !texts.has(line)) texts.set(line, expression);
    }
  }

  function readResult(declaration: ts.Node): void {
    if (results.has(declaration)) return;
    results.add(declaration);
    if (wordings.has(nameOfFunction(declaration))) markRead(declaration);
    else for (const result of resultsOf(declaration)) read(result);
  }

  function markRead(node: ts.Node): void {
    isRead.add(node);
    ts.forEachChild(node, markRead);
  }

  /** All texts that the expression may have. */
  function textsOf(node: ts.Expression): string[] {
    if (ts.isStringLiteralLike(node)) {
      isRead.add(node);
      return [node.text];
    }
    if (ts.isNumericLiteral(node)) return [String(Number(node.text.replaceAll("_", "")))];
    if (ts.isTemplateExpression(node)) {
      isRead.add(node);
      const parts = node.templateSpans.flatMap(({ expression, literal }) => [textsOf(expression), [literal.text]]);
      return joined([[node.head.text], ...parts]);
    }
    if (ts.isBinaryExpression(node)) return textsOfOperation(node);
    if (ts.isConditionalExpression(node)) return either(textsOf(node.whenTrue), textsOf(node.whenFalse));
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isAsExpression(node)) {
      return textsOf(node.expression);
    }
    if (ts.isIdentifier(node)) return textsOfName(node);
    if (ts.isCallExpression(node)) return textsOfCall(node);
    return [placeholder(node)];
  }

  function textsOfOperation({ left, operatorToken: { kind }, right }: ts.BinaryExpression): string[] {
    if (kind === ts.SyntaxKind.PlusToken) return joined([textsOf(left), textsOf(right)]);
    const isChoice = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
    return isChoice ? either(textsOf(left), textsOf(right)) : [placeholder(left)];
  }

  /** A constant is what it is set to, where that has words; else its name says best what it stands for. */
  function textsOfName(node: ts.Identifier): string[] {
    const declaration = declarationOf(node);
    const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    if (value === undefined || ts.isArrowFunction(value) || open.has(value)) return [placeholder(node)];
    open.add(value);
    const found = textsOf(value);
    open.delete(value);
    return found.some((text) => /\w/.test(withoutPlaceholders(text))) ? found : [placeholder(node)];
  }

  /** What a function of ours returns is a message in its own right; the text around it shows where it comes in. */
  function textsOfCall(node: ts.CallExpression): string[] {
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === "join") return textsOfJoin(callee.expression);
    // What it is made of may be a text of another function: `redact(reasonFor(error))`.
    for (const argument of node.arguments) if (ts.isCallExpression(argument)) read(argument);
    const [made] = node.arguments;
    if (made && ts.isArrowFunction(made) && /\.(flatM|m)ap$/.test(callee.getText())) readResult(made);
    if (ts.isPropertyAccessExpression(callee) && ts.isTemplateExpression(callee.expression))
      return textsOf(callee.expression);
    const declaration = ts.isIdentifier(callee) ? functionOf(declarationOf(callee)) : undefined;
    if (declaration !== undefined) readResult(declaration);
    return [placeholder(node)];
  }

  function textsOfJoin(list: ts.Expression): string[] {
    if (!ts.isArrayLiteralExpression(list)) return [placeholder(list)];
    return joined(list.elements.flatMap((element) => [textsOf(element), [" "]]));
  }

  function declarationOf(name: ts.Identifier): ts.Node | undefined {
    const symbol = checker.getSymbolAtLocation(name);
    return (symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
      ?.valueDeclaration;
  }

  return { texts, isRead, read, readResult };
}

const nameOfFunction = (node: ts.Node): string => {
  const named = ts.isArrowFunction(node) ? node.parent : node;
  return ts.isFunctionDeclaration(named) || ts.isVariableDeclaration(named) ? (named.name?.getText() ?? "") : "";
};

function functionOf(declaration: ts.Node | undefined): ts.Node | undefined {
  if (declaration === undefined || ts.isFunctionDeclaration(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value && ts.isArrowFunction(value) ? value : undefined;
}

/** What a function may return, without what functions in it return. */
function resultsOf(declaration: ts.Node): ts.Expression[] {
  if (ts.isArrowFunction(declaration) && !ts.isBlock(declaration.body)) return [declaration.body];
  const found: ts.Expression[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, walk);
  };
  ts.forEachChild(declaration, walk);
  return found;
}

/** A text that may be left out is shown. */
const either = (one: string[], other: string[]): string[] => {
  const all = [...one, ...other];
  const filled = all.filter((text) => text.trim() !== "");
  return filled.length > 0 ? filled : all.slice(0, 1);
};

const joined = (parts: readonly string[][]): string[] =>
  parts.reduce<string[]>((texts, part) => texts.flatMap((text) => part.map((next) => text + next)), [""]);

const placeholder = (node: ts.Expression): string => `<${nameFor(node)}>`;

/** In words: `<api key source>` for `connection.apiKeySource`, `<values>` for `values.join(", ")`. */
function nameFor(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return inWords(node.text);
  if (ts.isPropertyAccessExpression(node)) return inWords(node.name.text);
  if (ts.isElementAccessExpression(node)) return nameFor(node.expression);
  if (ts.isCallExpression(node)) {
    const { expression: callee, arguments: given } = node;
    const isGlobal = /^(JSON|String|Object|Math|Number)\b/.test(callee.getText());
    if (ts.isPropertyAccessExpression(callee) && !isGlobal) return nameFor(callee.expression);
    if (ts.isIdentifier(callee) && !isGlobal) return inWords(callee.text);
    return given[0] === undefined ? "value" : nameFor(given[0]);
  }
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node))
    return nameFor(node.expression);
  return "value";
}

const inWords = (name: string) =>
  name
    .replace(/^#|(Of|For|In|From)$/g, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

const withoutPlaceholders = (text: string) => text.replace(/<[^<>]*>/g, "");

const wordsIn = (text: string) => withoutPlaceholders(text).match(/[A-Za-z]{2,}/g)?.length ?? 0;
