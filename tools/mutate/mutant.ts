import ts from "typescript";

/** One small change of a source file that its tests should notice. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

const swaps: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.LessThanToken]: ">=",
  [ts.SyntaxKind.LessThanEqualsToken]: ">",
  [ts.SyntaxKind.GreaterThanToken]: "<=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: "<",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
  [ts.SyntaxKind.QuestionQuestionToken]: "&&",
  [ts.SyntaxKind.MinusToken]: "+",
};

const methods: Readonly<Record<string, string>> = { some: "every", every: "some" };

/** Every mutant of a file. Texts of messages are left alone: their wording is free. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const add = (node: ts.Node, after: string) => {
    const start = node.getStart(tree);
    const { line } = tree.getLineAndCharacterOfPosition(start);
    found.push({ file, line: line + 1, start, end: node.getEnd(), before: source.slice(start, node.getEnd()), after });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    mutate(node, add);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

type Add = (node: ts.Node, after: string) => void;

function mutate(node: ts.Node, add: Add): void {
  if (ts.isBinaryExpression(node)) {
    const after = swaps[node.operatorToken.kind];
    if (after !== undefined) add(node.operatorToken, after);
  }
  if (ts.isIfStatement(node)) for (const after of ["true", "false"]) add(node.expression, after);
  if (ts.isConditionalExpression(node)) for (const after of ["true", "false"]) add(node.condition, after);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, node.operand.getText());
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent)) add(node, "false");
  if (node.kind === ts.SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent)) add(node, "true");
  if (ts.isNumericLiteral(node)) add(node, String(Number(node.text.replaceAll("_", "")) + 1));
  if (ts.isCallExpression(node)) mutateCall(node, add);
  if (ts.isExpressionStatement(node)) add(node, ";");
  if (ts.isPropertyAssignment(node) && !isOfMessage(node)) add(node, "...{}");
}

/** What only tells a failure: its cause, and the place in the program. */
const isOfMessage = ({ name }: ts.PropertyAssignment) => /^(cause|reason|got|error|message)$/.test(name.getText());

function mutateCall({ expression, arguments: given }: ts.CallExpression, add: Add): void {
  if (!ts.isPropertyAccessExpression(expression)) return;
  const other = methods[expression.name.text];
  if (other !== undefined) add(expression.name, other);
  const [first] = given;
  if (expression.name.text === "filter" && first !== undefined) add(first, "() => true");
}
