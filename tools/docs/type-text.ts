import ts from "typescript";
import { type Property, propertiesIn, propertiesOf, type Sdk } from "./sdk.ts";

/** A type of values that a page describes by itself. */
export interface NestedType {
  readonly name: string;
  readonly properties: readonly Property[];
}

/**
 * The types of sdk/ as a reader of any language sees them: what a property holds, without what TypeScript needs to say it.
 * Objects are named and collected, all others are written out.
 */
export class TypeTexts {
  /** The objects that were named so far. */
  readonly nested = new Map<string, NestedType>();
  readonly #types: Sdk["types"];

  constructor({ types }: Sdk) {
    this.#types = types;
  }

  /** @param owner begins the names of objects that have none in sdk/ */
  of({ name, types }: Property, owner: string): string {
    const path = owner + name.charAt(0).toUpperCase() + name.slice(1);
    return [...new Set(types.flatMap((node) => this.#alternatives(node, path)))].join(" | ");
  }

  #alternatives(node: ts.TypeNode, path: string): string[] {
    if (node.kind === ts.SyntaxKind.UndefinedKeyword) return [];
    if (ts.isParenthesizedTypeNode(node)) return this.#alternatives(node.type, path);
    if (ts.isUnionTypeNode(node)) return node.types.flatMap((type) => this.#alternatives(type, path));
    if (ts.isArrayTypeNode(node)) return [this.#list(this.#alternatives(node.elementType, path))];
    if (ts.isTypeReferenceNode(node)) return this.#named(node, path);
    if (ts.isTypeLiteralNode(node)) return [this.#object(path, propertiesIn(node, this.#types))];
    return [node.getText()];
  }

  #named(node: ts.TypeReferenceNode, path: string): string[] {
    const name = node.typeName.getText();
    const [inner] = node.typeArguments ?? [];
    if (/^pulumi\.(Input|Output)$/.test(name) && inner !== undefined) return this.#alternatives(inner, path);
    if (name === "OpenText") return ["string"];
    const type = this.#types.get(name);
    if (type === undefined) return [node.getText()];
    if (ts.isTypeAliasDeclaration(type)) return this.#alternatives(type.type, path);
    return [this.#object(name, propertiesOf(name, this.#types))];
  }

  #object(name: string, properties: readonly Property[]): string {
    this.nested.set(name, { name, properties });
    return name;
  }

  #list(items: readonly string[]): string {
    const item = [...new Set(items)].join(" | ");
    return items.length > 1 ? `(${item})[]` : `${item}[]`;
  }
}
