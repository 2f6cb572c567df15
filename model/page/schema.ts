import { helpWith } from "../api/nearest.ts";
import { isObject } from "../api/object.ts";
import { credentialInFile, invalidPageValue, missingConfiguration, unknownKey } from "./errors.ts";
import { listed, type PageProblem, type Path } from "./problem.ts";

/** The subset of JSON Schema in which the schema of a page is written and checked. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  /** Describes an object in words. */
  readonly title?: string;
  /** Marks a secret. */
  readonly writeOnly?: boolean;
}

/** The stack configuration. */
export interface Configuration {
  find(name: string): { readonly text: string; readonly isSecret: boolean } | undefined;
  /** Returns the same value as a secret. */
  protect(value: unknown): unknown;
}

/** A value from the stack configuration, instead of a text, number, boolean or open object in the file. */
const fromConfiguration = "#/$defs/Config";

/** The same for properties that can't be kept secret: Pulumi shows the IDs of records. */
const fromOpenConfiguration = "#/$defs/OpenConfig";

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "an object",
};

/** Reads values by a schema: fills in values from the stack configuration, and collects the problems. */
export class Reading {
  readonly problems: PageProblem[] = [];
  readonly #definitions: Readonly<Record<string, Schema>>;
  readonly #configuration: Configuration;

  constructor(definitions: Readonly<Record<string, Schema>>, configuration: Configuration) {
    this.#definitions = definitions;
    this.#configuration = configuration;
  }

  read(value: unknown, schema: Schema, path: Path): unknown {
    const alternatives = this.#alternativesOf(schema);
    const source = alternatives.find(({ $ref }) => $ref !== undefined)?.$ref;
    const name = source === undefined ? undefined : configurationName(value);
    if (name !== undefined) return this.#configured(name, schema, path);
    const fitting = alternatives.find((alternative) => fits(value, alternative));
    if (fitting === undefined) return this.#reject(path, typeProblem(alternatives, value));
    // The address of a webhook lets anyone post, so it doesn't belong in a file that is committed and copied.
    if (schema.writeOnly && typeof value === "string" && /^\s*https?:/i.test(value)) {
      return this.#reject(path, credentialInFile());
    }
    if (Array.isArray(value)) return value.map((item, index) => this.read(item, fitting.items ?? {}, [...path, index]));
    return isObject(value) ? this.#readObject(value, fitting, path) : value;
  }

  #readObject(value: Record<string, unknown>, schema: Schema, path: Path): unknown {
    const { properties = {}, required = [], additionalProperties = {}, title = "this object" } = schema;
    const missing = required.filter((name) => !Object.hasOwn(value, name));
    if (missing.length > 0) this.#reject(path, invalidPageValue.missing({ names: listed(missing, "and") }));
    const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
      const place = [...path, name];
      const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (typeof known === "object") return [[name, this.read(item, known, place)]];
      const names = Object.keys(properties).filter((each) => each !== "$schema");
      this.#reject(place, unknownKey({ title, help: helpWith(name, names) }));
      return [];
    });
    return Object.fromEntries(entries);
  }

  /** A secret stays secret, whatever it is converted to. */
  #configured(name: string, schema: Schema, path: Path): unknown {
    const found = this.#configuration.find(name);
    if (found === undefined) {
      const message = schema.writeOnly ? missingConfiguration.missingSecret : missingConfiguration.missing;
      return this.#reject(path, message({ name }));
    }
    const { text, isSecret } = found;
    const alternatives = this.#alternativesOf(schema);
    if (isSecret && alternatives.some(({ $ref }) => $ref === fromOpenConfiguration)) {
      return this.#reject(path, missingConfiguration.secretId({ name }));
    }
    const fitting = readingsOf(text, alternatives).find((value) => alternatives.some((each) => fits(value, each)));
    if (fitting === undefined) {
      const form = alternatives.some(({ type }) => type === "object") ? " in JSON" : "";
      return this.#reject(path, missingConfiguration.type({ name, types: `${typesIn(alternatives)}${form}` }));
    }
    return isSecret || schema.writeOnly ? this.#configuration.protect(fitting) : fitting;
  }

  #alternativesOf(schema: Schema): readonly Schema[] {
    if (schema.anyOf !== undefined) return schema.anyOf.flatMap((alternative) => this.#alternativesOf(alternative));
    const definition = this.#definitions[schema.$ref?.replace("#/$defs/", "") ?? ""];
    const isOwn = definition === undefined || [fromConfiguration, fromOpenConfiguration].includes(schema.$ref ?? "");
    return isOwn ? [schema] : this.#alternativesOf(definition);
  }

  #reject(path: Path, message: string): undefined {
    this.problems.push({ path, message });
  }
}

function configurationName(value: unknown): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value.config === "string" ? value.config : undefined;
}

/** Whether a value has the type of a schema. Its contents are checked afterwards. */
function fits(value: unknown, { $ref, type, enum: values }: Schema): boolean {
  if ($ref !== undefined) return false;
  if (values !== undefined) return values.some((each) => each === value);
  return type === undefined || (type === "integer" ? Number.isSafeInteger(value) : type === typeOf(value));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Describes the allowed types of a value in words. Leaves out that it may come from the stack configuration. */
function typesIn(alternatives: readonly Schema[]): string {
  const known = alternatives.filter(({ $ref }) => $ref === undefined);
  const names = known.flatMap(({ type = "", enum: values, title }) => values ?? title ?? typeNames[type] ?? type);
  return listed(names, "or");
}

function typeProblem(alternatives: readonly Schema[], value: unknown): string {
  // YAML reads 404 as a number, and true as a boolean.
  const isUnquoted = alternatives.some(({ type }) => type === "string") && ["number", "boolean"].includes(typeof value);
  return invalidPageValue[isUnquoted ? "quotes" : "type"]({ types: typesIn(alternatives) });
}

/**
 * Returns the possible values of a text from the stack configuration. It is read as text if possible, except for
 * booleans.
 */
function readingsOf(text: string, alternatives: readonly Schema[]): unknown[] {
  const takesFlag = alternatives.some(({ type }) => type === "boolean");
  return takesFlag && /^(true|false)$/.test(text) ? [text === "true"] : [text, parsed(text)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
