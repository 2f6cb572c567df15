import { listed, type Path, type Problem, suggestion } from "./problem.ts";

/** What of JSON Schema the schema of a page is written in, and checked by. */
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
  /** What an object is, in words. */
  readonly title?: string;
  /** A secret. */
  readonly writeOnly?: boolean;
}

/** The stack configuration. */
export interface Configuration {
  find(name: string): { readonly text: string; readonly isSecret: boolean } | undefined;
  /** The same value as a secret. */
  protect(value: unknown): unknown;
}

/** A value of the stack configuration, in place of a text, number, flag or open object of the file. */
const fromConfiguration = "#/$defs/Config";

/** The same, where a secret could not be kept: Pulumi shows the IDs of records. */
const fromOpenConfiguration = "#/$defs/OpenConfig";

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "an object",
};

/** Reads values by a schema: fills in what the stack configuration has, and collects what is wrong. */
export class Reading {
  readonly problems: Problem[] = [];
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
    if (fitting === undefined) return this.#reject(path, expectation(alternatives, value));
    // The address of a webhook is a credential: whoever has it can post. A file is committed and copied.
    if (schema.writeOnly && typeof value === "string" && /^\s*https?:/i.test(value)) {
      const advice = "write { config: <name> }, and run pulumi config set --secret <name>";
      return this.#reject(path, `a URL is a credential, and must not stand in a file: ${advice}`);
    }
    if (Array.isArray(value)) return value.map((item, index) => this.read(item, fitting.items ?? {}, [...path, index]));
    return isObject(value) ? this.#readObject(value, fitting, path) : value;
  }

  #readObject(value: Record<string, unknown>, schema: Schema, path: Path): unknown {
    const { properties = {}, required = [], additionalProperties = {}, title = "this object" } = schema;
    const missing = required.filter((name) => !Object.hasOwn(value, name));
    if (missing.length > 0) this.#reject(path, `needs ${listed(missing, "and")}`);
    const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
      const place = [...path, name];
      const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (typeof known === "object") return [[name, this.read(item, known, place)]];
      const names = Object.keys(properties).filter((each) => each !== "$schema");
      this.#reject(
        place,
        `${title} has no such property${suggestion(name, names) || `. It has ${listed(names, "and")}`}`,
      );
      return [];
    });
    return Object.fromEntries(entries);
  }

  /** A secret stays one, whatever it is converted to and wherever it goes. */
  #configured(name: string, schema: Schema, path: Path): unknown {
    const found = this.#configuration.find(name);
    const flag = schema.writeOnly ? " --secret" : "";
    if (found === undefined) {
      return this.#reject(path, `the stack configuration has no ${name}: run pulumi config set${flag} ${name}`);
    }
    const { text, isSecret } = found;
    const alternatives = this.#alternativesOf(schema);
    if (isSecret && alternatives.some(({ $ref }) => $ref === fromOpenConfiguration)) {
      return this.#reject(path, `${name} is a secret, and Pulumi shows the IDs of records: set it without --secret`);
    }
    const fitting = readingsOf(text, alternatives).find((value) => alternatives.some((each) => fits(value, each)));
    if (fitting === undefined) {
      const form = alternatives.some(({ type }) => type === "object") ? " in JSON" : "";
      return this.#reject(path, `${name} in the stack configuration ${expectation(alternatives)}${form}`);
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

/** The name in `{ config: name }`. */
function configurationName(value: unknown): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value.config === "string" ? value.config : undefined;
}

/** Whether a value is of the type of a schema; what it holds is read afterwards. */
function fits(value: unknown, { $ref, type, enum: values }: Schema): boolean {
  if ($ref !== undefined) return false;
  if (values !== undefined) return values.some((each) => each === value);
  return type === undefined || (type === "integer" ? Number.isInteger(value) : type === typeOf(value));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** What a value must be, in words. That it may come from the stack configuration goes without saying. */
function expectation(alternatives: readonly Schema[], value?: unknown): string {
  const known = alternatives.filter(({ $ref }) => $ref === undefined);
  const names = known.flatMap(({ type = "", enum: values, title }) => values ?? title ?? typeNames[type] ?? type);
  // YAML reads 404 as a number, and true as a flag.
  const isUnquoted = known.some(({ type }) => type === "string") && ["number", "boolean"].includes(typeof value);
  return `must be ${listed(names, "or")}${isUnquoted ? ": put it in quotes" : ""}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === "object";

/** What a text of the stack configuration may mean. A text is a text before it is anything else, but for a flag. */
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
