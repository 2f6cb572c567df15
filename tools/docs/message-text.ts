import ts from "typescript";

/** Functions that word a part of messages, such as the name of a record: what they return is no message. */
const wordings = new Set(["subject", "describePlace", "wordsOf", "reasonOf", "nameOf", "sourceOfConfigured"]);

/** Fewer words of its own are a part of another text. */
const fewestWords = 2;

/** Reads the texts that expressions may have, and keeps those that say something. */
export class Reader {
  /** Every message, with the expression that it stands in. */
  readonly texts = new Map<string, ts.Node>();
  /** Every literal that was read. */
  readonly isRead = new Set<ts.Node>();
  readonly #checker: ts.TypeChecker;
  /** Functions whose results were read. */
  readonly #results = new Set<ts.Node>();
  /** Constants that are being read: one may stand for another. */
  readonly #open = new Set<ts.Node>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  read(expression: ts.Expression | undefined): void {
    if (expression === undefined) return;
    for (const text of this.#textsOf(expression)) {
      const line = text.replace(/\s+/g, " ").trim();
      if (wordsIn(line) >= fewestWords && !this.texts.has(line)) this.texts.set(line, expression);
    }
  }

  readResult(declaration: ts.Node): void {
    if (this.#results.has(declaration)) return;
    this.#results.add(declaration);
    if (wordings.has(nameOfFunction(declaration))) this.#markRead(declaration);
    else for (const result of resultsOf(declaration)) this.read(result);
  }

  #markRead(node: ts.Node): void {
    this.isRead.add(node);
    ts.forEachChild(node, (child) => this.#markRead(child));
  }

  /** All texts that the expression may have. */
  #textsOf(node: ts.Expression): string[] {
    if (ts.isStringLiteralLike(node)) {
      this.isRead.add(node);
      return [node.text];
    }
    if (ts.isNumericLiteral(node)) return [String(Number(node.text.replaceAll("_", "")))];
    if (ts.isTemplateExpression(node)) {
      this.isRead.add(node);
      const parts = node.templateSpans.flatMap(({ expression, literal }) => [
        this.#textsOf(expression),
        [literal.text],
      ]);
      return joined([[node.head.text], ...parts]);
    }
    if (ts.isBinaryExpression(node)) return this.#textsOfOperation(node);
    if (ts.isConditionalExpression(node)) return either(this.#textsOf(node.whenTrue), this.#textsOf(node.whenFalse));
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isAsExpression(node)) {
      return this.#textsOf(node.expression);
    }
    if (ts.isIdentifier(node)) return this.#textsOfName(node);
    if (ts.isCallExpression(node)) return this.#textsOfCall(node);
    return [placeholder(node)];
  }

  #textsOfOperation({ left, operatorToken: { kind }, right }: ts.BinaryExpression): string[] {
    if (kind === ts.SyntaxKind.PlusToken) return joined([this.#textsOf(left), this.#textsOf(right)]);
    const isChoice = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
    return isChoice ? either(this.#textsOf(left), this.#textsOf(right)) : [placeholder(left)];
  }

  /** A constant is what it is set to, where that has words; else its name says best what it stands for. */
  #textsOfName(node: ts.Identifier): string[] {
    const declaration = this.#declarationOf(node);
    const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    if (value === undefined || ts.isArrowFunction(value) || this.#open.has(value)) return [placeholder(node)];
    this.#open.add(value);
    const found = this.#textsOf(value);
    this.#open.delete(value);
    return found.some((text) => /\w/.test(withoutPlaceholders(text))) ? found : [placeholder(node)];
  }

  /** What a function of ours returns is a message in its own right; the text around it shows where it comes in. */
  #textsOfCall(node: ts.CallExpression): string[] {
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === "join")
      return this.#textsOfJoin(callee.expression);
    // What it is made of may be a text of another function: `redact(reasonFor(error))`.
    for (const argument of node.arguments) if (ts.isCallExpression(argument)) this.read(argument);
    const [made] = node.arguments;
    if (made && ts.isArrowFunction(made) && /\.(flatM|m)ap$/.test(callee.getText())) this.readResult(made);
    if (ts.isPropertyAccessExpression(callee) && ts.isTemplateExpression(callee.expression))
      return this.#textsOf(callee.expression);
    const declaration = ts.isIdentifier(callee) ? functionOf(this.#declarationOf(callee)) : undefined;
    if (declaration !== undefined) this.readResult(declaration);
    return [placeholder(node)];
  }

  #textsOfJoin(list: ts.Expression): string[] {
    if (!ts.isArrayLiteralExpression(list)) return [placeholder(list)];
    return joined(list.elements.flatMap((element) => [this.#textsOf(element), [" "]]));
  }

  #declarationOf(name: ts.Identifier): ts.Node | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    return (symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol)
      ?.valueDeclaration;
  }
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
  if (ts.isBinaryExpression(node)) return nameFor(node.left);
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

/** Names that say more to a reader of the code than to one of the message. */
const readable: Readonly<Record<string, string>> = {
  length: "count",
  plural: "count",
  sentence: "reason",
  inWords: "how long",
  strangerAdvice: "advice",
  nameOfKey: "key",
  sourceOfConfigured: "source",
};

const inWords = (name: string) =>
  readable[name] ??
  name
    .replace(/^#|(Of|For|In|From)$/g, "")
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

const withoutPlaceholders = (text: string) => text.replace(/<[^<>]*>/g, "");

const wordsIn = (text: string) => withoutPlaceholders(text).match(/[A-Za-z]{2,}/g)?.length ?? 0;
