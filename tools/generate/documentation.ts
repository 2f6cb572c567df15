import { type Definition, isAdoptOnly, kebab } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";

/** An argument or a setting that isn't described in a kind, because every kind has it. */
export interface Argument {
  readonly name: string;
  readonly doc: string;
  /** The type in TypeScript, without `pulumi.Input`. */
  readonly type: string;
  readonly required?: boolean | undefined;
  readonly default?: string;
}

/** The arguments that name a record which isn't managed. */
export const hubReference: readonly Argument[] = [
  { name: "id", type: "string", doc: "ID of the hub in the API, which doesn't change if the hub is renamed." },
  { name: "subdomain", type: "string", doc: "Subdomain of the hub." },
];

export const hubArgument: Argument = {
  name: "hub",
  type: "Hub | HubReference | string",
  required: true,
  doc:
    "Your hub: a `Hub` or a subdomain. If you pass a `Hub`, its records follow it when you rename it. If you pass the subdomain of a " +
    'different hub, Pulumi replaces the record. For a number, write `{ id: "17" }` or `{ subdomain: "17" }`.',
};

/** Describes the output that every record of a hub has. */
export const hubIdDoc = "ID of its hub in the API.";

export const adoptArgument: Argument = {
  name: "adopt",
  type: "boolean | string",
  default: "a record is created",
  doc:
    'Manages an existing record instead of creating one. Pass its ID, such as `"1234"`. For services and subscriptions, you can ' +
    "also pass `true`, which adopts the record with exactly your `customId` or `address`, and creates one if there is none. " +
    "The provider sends all differences in one request. The ID of a deleted subscription restores it. " +
    "The provider only looks for the record when Pulumi creates the resource.\n\n" +
    "Until you remove it and run `pulumi up` once, Pulumi neither replaces nor deletes the record: it stays on the page if you remove the " +
    "resource or destroy the stack. This isn't about records that this resource has created.\n\n" +
    "Fails if no record has the ID, or if a different resource of the stack manages it.",
};

/** The settings of a provider. */
export const providerArguments: readonly Argument[] = [
  { name: "apiKey", type: "string", doc: "API key. Stored as a secret." },
  { name: "account", type: "string", doc: "First part of the host name that you sign in to." },
  { name: "region", type: '"us" | "eu"', doc: "Region of the account.", default: '"us"' },
  {
    name: "baseUrl",
    type: "string",
    doc: "Base URL, instead of account and region: `https://acme.app.statushub.io/api/v3`.",
  },
];

/** Returns a property's documentation: its kind's text and the facts that follow from its definition. */
export function documentationOf(name: string, property: Property): { readonly doc: string; readonly default?: string } {
  const doc = property.doc + nameInApi(name, property);
  if (property.required) return { doc };
  return { doc, default: ["not managed", ...valuesIfNotDeclared(property)].join("; ") };
}

/** Names the property in the API, if that isn't only another way of writing the same name. */
export const nameInApi = (name: string, { key }: Property): string =>
  key === kebab(name).replaceAll("-", "_") ? "" : ` API: \`${key}\`.`;

/** Says, as far as it is known, which value a property has that the program doesn't declare: never did, or no longer. */
function valuesIfNotDeclared({ initially, cleared }: Property): string[] {
  const values: string[] = [];
  if (initially !== undefined) values.push(initially);
  if (cleared !== undefined) {
    const when = initially === undefined ? "on a new record, and if you remove it" : "if you remove it";
    values.push(`${displayed(cleared)} ${when}`);
  }
  return values;
}

function displayed(value: unknown): string {
  if (value === "") return "an empty text";
  if (Array.isArray(value)) return "an empty list";
  if (typeof value === "object" && value !== null) return "an empty object";
  return typeof value === "string" ? `\`${value}\`` : String(value);
}

/** Functions that have an example: one returns a record, and the other one several. The rest are called like one of these. */
const functionsWithExample = ["getService", "getServices"];

export const hasExample = (functionName: string): boolean => functionsWithExample.includes(functionName);

/** Returns the first sentence of a text, for places where the others don't apply or take too much room. */
export const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

/** Formats as `incident templates`. */
export const nounsOf = ({ plural }: Pick<Definition, "plural">): string => kebab(plural).replaceAll("-", " ");

export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether its records belong to a hub, which is true for all kinds except the hub itself. */
export const isOnHub = (definition: Definition): boolean => !isAdoptOnly(definition);

export const argsType = ({ kind, oneRequired }: Definition): string =>
  oneRequired === undefined ? `${kind}Args` : `${kind}Args & ${kind}Requirement`;
