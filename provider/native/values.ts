import type { Values } from "../resources/define.ts";
import { Struct } from "./protocol.ts";

/*
 * Values as the protocol carries them, and as the core has them. Secrets arrive marked where Pulumi likes to mark them, so
 * the marks are taken off; resources arrive as references.
 */

type Message = InstanceType<typeof Struct>;

/** The key by which Pulumi marks a value that is more than it looks. */
const markKey = "4dabf18193072939515e22adb298388d";

const secretMark = "1b47061264138c4ac30d75fd1eb44270";
const resourceMark = "5cf8f73096256a8f31e491e813e4eb8e";

/** A resource that a program passes as a value, in place of its id. A program may have an object with the same keys. */
export class ResourceReference {
  readonly urn: string;
  readonly id: unknown;

  constructor({ urn, id }: Values) {
    this.urn = String(urn);
    this.id = id;
  }
}

export const isReference = (value: unknown): value is ResourceReference => value instanceof ResourceReference;

/** The type of a resource, out of its URN: `urn:pulumi:stack::project::parent$type::name`. */
export const typeIn = (urn: string): string => urn.split("::")[2]?.split("$").at(-1) ?? "";

/** Plain values, without keys that have no value. */
export const fromStruct = (message: Message | undefined): Values =>
  message === undefined ? {} : (unmarked(message.toJavaScript()) as Values);

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== "object" || value === null) return value;
  const { [markKey]: mark, ...rest } = value as Values;
  if (mark === secretMark) return unmarked(rest.value);
  if (mark === resourceMark) return new ResourceReference(rest);
  return Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, unmarked(item)]));
}

export const toStruct = (values: Values): Message =>
  // Its type wants to know every value; it takes any JSON.
  Struct.fromJavaScript(withoutUndefined(values) as Parameters<typeof Struct.fromJavaScript>[0]);

const withoutUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
