import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../engine/local.ts";
import { commentOf, parseSource } from "./comment.ts";

/** The generated page. */
export const referencePath = join(ROOT, "docs/reference.md");

/** Everything that programs can use, from the documentation comments of sdk/. */
export function renderReference(): string {
  const folder = join(ROOT, "sdk");
  const sources = readdirSync(folder)
    .sort()
    .map((name) => parseSource(name, readFileSync(join(folder, name), "utf8")));
  const interfaces = new Map(sources.flatMap(declaredTypes).map((type) => [type.name.text, type]));
  const classes = sources.flatMap((source) => source.statements.filter(ts.isClassDeclaration)).filter(isConcrete);
  const pages = classes.map((declaration) => renderClass(declaration, interfaces));
  return `${["# Reference", "Made from the documentation comments in `sdk/` by `npm run reference`.", ...pages].join("\n\n")}\n`;
}

type DeclaredType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const declaredTypes = (source: ts.SourceFile): DeclaredType[] =>
  source.statements.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));

const isConcrete = (declaration: ts.ClassDeclaration) =>
  declaration.modifiers?.every(({ kind }) => kind !== ts.SyntaxKind.AbstractKeyword) ?? true;

function renderClass(declaration: ts.ClassDeclaration, types: Map<string, DeclaredType>): string {
  const name = declaration.name?.text ?? "";
  const { text, examples } = commentOf(declaration);
  const properties = propertiesOf(`${name}Args`, types);
  const inputs = properties.map(({ name: property }) => property.getText());
  const outputs = declaration.members
    .filter(ts.isPropertyDeclaration)
    .filter(({ name: own }) => !inputs.includes(own.getText()));
  return [
    `## ${name}`,
    text,
    ...examples.map((example) => `\`\`\`ts\n${example}\n\`\`\``),
    renderTable("property", properties),
    ...(outputs.length === 0 ? [] : [renderTable("set by the API", outputs)]),
  ].join("\n\n");
}

/** The properties of an args type, inherited ones first. */
function propertiesOf(name: string, types: Map<string, DeclaredType>): ts.PropertySignature[] {
  const type = types.get(name);
  if (type === undefined) return [];
  const own: ts.PropertySignature[] = [];
  const parents: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) own.push(node);
    else if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) parents.push(firstName(node));
    else ts.forEachChild(node, visit);
  };
  ts.forEachChild(type, visit);
  const all = [...parents.flatMap((parent) => propertiesOf(parent, types)), ...own];
  // In a union a property stands once in each member; the one that is documented counts.
  const documented = new Map<string, ts.PropertySignature>();
  for (const property of all) {
    const key = property.name.getText();
    if (!documented.has(key) || commentOf(property).text !== "") documented.set(key, property);
  }
  return [...documented.values()];
}

const firstName = (node: ts.Node) => node.getText().replace(/[<.].*$/s, "");

function renderTable(heading: string, properties: readonly (ts.PropertySignature | ts.PropertyDeclaration)[]): string {
  const rows = properties.map((property) => {
    const { text, defaultValue } = commentOf(property);
    const type = property.type?.getText().replace(/pulumi\.(Input|Output)</g, "$1<") ?? "";
    const required = ts.isPropertySignature(property) && property.questionToken === undefined ? " (required)" : "";
    const note = defaultValue === undefined ? text : `${text}\n\nDefault: ${defaultValue}`;
    return `| \`${property.name.getText()}\`${required} | \`${cell(type)}\` | ${cell(note)} |`;
  });
  return [`| ${heading} | type | |`, "|---|---|---|", ...rows].join("\n");
}

const cell = (text: string) =>
  text
    .trim()
    .replace(/\n{2,}/g, "<br>")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|");
