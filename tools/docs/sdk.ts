import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../engine/local.ts";
import { type Comment, commentOf, parseSource } from "./comment.ts";

/*
 * What programs can use, read from the classes and types of sdk/ and their documentation comments.
 */

export interface SdkClass {
  readonly name: string;
  readonly comment: Comment;
  /** What a program declares. */
  readonly inputs: readonly Property[];
  /** What only the API sets. */
  readonly outputs: readonly Property[];
  /** The static methods by which a program reads records that it does not manage. */
  readonly lookUps: readonly LookUp[];
}

export interface LookUp {
  readonly name: string;
  readonly comment: Comment;
}

export interface Sdk {
  readonly classes: readonly SdkClass[];
  readonly types: ReadonlyMap<string, DeclaredType>;
}

export function readSdk(): Sdk {
  const folder = join(repositoryRoot, "sdk");
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => parseSource(name, readFileSync(join(folder, name), "utf8")));
  const types = new Map(sources.flatMap(declaredTypes).map((type) => [type.name.text, type]));
  const classes = sources.flatMap((source) => source.statements.filter(ts.isClassDeclaration)).filter(isConcrete);
  return { types, classes: classes.map((declaration) => readClass(declaration, types)) };
}

function readClass(declaration: ts.ClassDeclaration, types: Sdk["types"]): SdkClass {
  const name = declaration.name?.text ?? "";
  const inputs = propertiesOf(`${name}Args`, types);
  const declared = inputs.map((property) => property.name);
  const outputs = declaration.members
    .filter(ts.isPropertyDeclaration)
    .map(toProperty)
    .filter((output) => !declared.includes(output.name));
  return { name, comment: commentOf(declaration), inputs, outputs, lookUps: lookUpsOf(declaration) };
}

const lookUpsOf = ({ members }: ts.ClassDeclaration): LookUp[] =>
  members
    .filter(ts.isMethodDeclaration)
    .filter(({ type }) => type?.kind !== ts.SyntaxKind.TypePredicate)
    .map((method) => ({ name: method.name.getText(), comment: commentOf(method) }));

export type DeclaredType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const declaredTypes = (source: ts.SourceFile): DeclaredType[] =>
  source.statements.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));

const isConcrete = (declaration: ts.ClassDeclaration) =>
  declaration.modifiers?.every(({ kind }) => kind !== ts.SyntaxKind.AbstractKeyword) ?? true;

/** A property as a reader sees it: of a union, all that its members say of it. */
export interface Property {
  readonly name: string;
  /** Its type in the source, once for each member of a union. */
  readonly types: readonly ts.TypeNode[];
  readonly isRequired: boolean;
  readonly comment: Comment;
}

/** The properties of a named type, inherited ones first. */
export function propertiesOf(name: string, types: Sdk["types"]): Property[] {
  const type = types.get(name);
  if (type === undefined) return [];
  if (ts.isTypeAliasDeclaration(type)) return propertiesIn(type.type, types);
  const parents = (type.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  const inherited = parents.flatMap((parent) => propertiesOf(firstName(parent), types));
  return joined([...inherited, ...membersOf(type)], lastOf);
}

export function propertiesIn(node: ts.TypeNode, types: Sdk["types"]): Property[] {
  if (ts.isTypeReferenceNode(node)) return propertiesOf(firstName(node), types);
  if (ts.isTypeLiteralNode(node)) return membersOf(node);
  if (ts.isParenthesizedTypeNode(node)) return propertiesIn(node.type, types);
  const parts = ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node) ? [...node.types] : [];
  const properties = parts.flatMap((part) => propertiesIn(part, types));
  return joined(properties, ts.isUnionTypeNode(node) ? eitherOf(parts.length) : lastOf);
}

export const membersOf = ({ members }: ts.InterfaceDeclaration | ts.TypeLiteralNode): Property[] =>
  members.filter(ts.isPropertySignature).map(toProperty);

const toProperty = (property: ts.PropertySignature | ts.PropertyDeclaration): Property => ({
  name: property.name.getText(),
  types: property.type === undefined ? [] : [property.type],
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
    types: alike.flatMap(({ types }) => types),
    isRequired: alike.length === members && alike.every(({ isRequired }) => isRequired),
    comment: alike.find(({ comment }) => comment.text !== "")?.comment ?? alike[0].comment,
  });

const firstName = (node: ts.Node) => node.getText().replace(/[<.].*$/s, "");
