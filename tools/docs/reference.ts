import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../engine/local.ts";
import { type Comment, commentOf, parseSource } from "./comment.ts";

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
  const inputs = properties.map(({ name: property }) => property);
  const outputs = declaration.members
    .filter(ts.isPropertyDeclaration)
    .map(toProperty)
    .filter(({ name: own }) => !inputs.includes(own));
  return [
    `## ${name}`,
    text,
    ...examples.map((example) => `\`\`\`ts\n${example}\n\`\`\``),
    renderTable("property", properties),
    ...(outputs.length === 0 ? [] : [renderTable("set by the API", outputs)]),
  ].join("\n\n");
}

/** A property as a reader sees it: of a union, all that its members say of it. */
interface Property {
  readonly name: string;
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly comment: Comment;
}

/** The properties of a named type, inherited ones first. */
function propertiesOf(name: string, types: Map<string, DeclaredType>): Property[] {
  const type = types.get(name);
  if (type === undefined) return [];
  if (ts.isTypeAliasDeclaration(type)) return propertiesIn(type.type, types);
  const parents = (type.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  const inherited = parents.flatMap((parent) => propertiesOf(firstName(parent), types));
  return joined([...inherited, ...membersOf(type)], lastOf);
}

function propertiesIn(node: ts.TypeNode, types: Map<string, DeclaredType>): Property[] {
  if (ts.isTypeReferenceNode(node)) return propertiesOf(firstName(node), types);
  if (ts.isTypeLiteralNode(node)) return membersOf(node);
  if (ts.isParenthesizedTypeNode(node)) return propertiesIn(node.type, types);
  const parts = ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node) ? [...node.types] : [];
  const properties = parts.flatMap((part) => propertiesIn(part, types));
  return joined(properties, ts.isUnionTypeNode(node) ? eitherOf(parts.length) : lastOf);
}

const membersOf = ({ members }: ts.InterfaceDeclaration | ts.TypeLiteralNode): Property[] =>
  members.filter(ts.isPropertySignature).map(toProperty);

const toProperty = (property: ts.PropertySignature | ts.PropertyDeclaration): Property => ({
  name: property.name.getText(),
  types: [property.type?.getText().replace(/pulumi\.(Input|Output)</g, "$1<") ?? ""],
  isRequired: ts.isPropertySignature(property) && property.questionToken === undefined,
  comment: commentOf(property),
});

type Join = (alike: readonly [Property, ...Property[]]) => Property;

function joined(properties: readonly Property[], join: Join): Property[] {
  const byName = new Map<string, [Property, ...Property[]]>();
  for (const property of properties) {
    const alike = byName.get(property.name);
    if (alike === undefined) byName.set(property.name, [property]);
    else alike.push(property);
  }
  return [...byName.values()].map(join);
}

const lastOf: Join = (alike) => alike.at(-1) ?? alike[0];

/** Of a union: every type that a member allows, and required only where each member requires it. */
const eitherOf =
  (members: number): Join =>
  (alike) => ({
    name: alike[0].name,
    types: [...new Set(alike.flatMap(({ types }) => types))],
    isRequired: alike.length === members && alike.every(({ isRequired }) => isRequired),
    comment: alike.find(({ comment }) => comment.text !== "")?.comment ?? alike[0].comment,
  });

const firstName = (node: ts.Node) => node.getText().replace(/[<.].*$/s, "");

function renderTable(heading: string, properties: readonly Property[]): string {
  const rows = properties.map(({ name, types, isRequired, comment: { text, defaultValue } }) => {
    const note = defaultValue === undefined ? text : `${text}\n\nDefault: ${defaultValue}`;
    return `| \`${name}\`${isRequired ? " (required)" : ""} | \`${cell(types.join(" | "))}\` | ${cell(note)} |`;
  });
  return [`| ${heading} | type | |`, "|---|---|---|", ...rows].join("\n");
}

const cell = (text: string) =>
  text
    .trim()
    .replace(/\n{2,}/g, "<br>")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|");
