import { type Calls, markKey, plain, type Values } from "./grpc.ts";

/** How the engine treats secrets on their way to a provider and back into the state. */
export interface Marks {
  /** Returns what the engine sends of these values. */
  sent(values: Values): Values;
  /** Returns what the engine stores of the values that the provider returns for those that it sent. */
  stored(returned: Values, sent: Values): Values;
}

const secretMark = "1b47061264138c4ac30d75fd1eb44270";

export const secret = (value: unknown) => ({ [markKey]: secretMark, value });

/**
 * Returns the engine's rules for a provider. If it doesn't accept secrets, it gets plain values, and the engine marks
 * what it returns under the same keys: in objects one by one, of a list all of it. Otherwise that is the provider's task.
 */
export const marksOf = (configured: Calls["configure"]): Marks =>
  configured.getAcceptsecrets()
    ? { sent: (values) => values, stored: (returned) => returned }
    : { sent: plain, stored: (returned, sent) => marked(returned, sent) as Values };

function marked(returned: unknown, sent: unknown): unknown {
  if (isObject(returned) && isObject(sent)) {
    const entries = Object.entries(returned).map(([name, value]) => [
      name,
      name in sent ? marked(value, sent[name]) : value,
    ]);
    return Object.fromEntries(entries);
  }
  return holdsSecret(sent) && !isSecret(returned) ? secret(returned) : returned;
}

const isComplex = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** Whether a value is an object without a mark of its own. */
const isObject = (value: unknown): value is Values => isComplex(value) && !Array.isArray(value) && !(markKey in value);

export const isSecret = (value: unknown): boolean => isComplex(value) && value[markKey] === secretMark;

const holdsSecret = (value: unknown): boolean =>
  isSecret(value) || (isComplex(value) && Object.values(value).some(holdsSecret));

/** Returns what anyone can read in values: all except the secrets. */
export function readable(value: unknown): unknown {
  if (!isComplex(value)) return value;
  if (isSecret(value)) return "[secret]";
  if (Array.isArray(value)) return value.map(readable);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, readable(item)]));
}

/** Whether the value at a path is encrypted, alone or with what contains it, or isn't there. */
export function isHidden(value: unknown, [step, ...rest]: readonly (string | number)[]): boolean {
  if (value === undefined || isSecret(value)) return true;
  if (step === undefined) return false;
  // In another form, or a list, it can only be encrypted as a whole.
  return isComplex(value) && isHidden(value[step], rest);
}

/** Returns the path to every part of a value, at any depth. */
export function pathsIn(value: unknown): (string | number)[][] {
  const inside = isComplex(value) ? Object.entries(value) : [];
  return [[], ...inside.flatMap(([key, item]) => pathsIn(item).map((path) => [stepTo(value, key), ...path]))];
}

const stepTo = (value: unknown, key: string) => (Array.isArray(value) ? Number(key) : key);

/** Returns the value with the part at a path marked as secret. */
export function markAt(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (step === undefined) return secret(value);
  if (Array.isArray(value)) return value.with(Number(step), markAt(value[Number(step)], rest));
  return isComplex(value) ? { ...value, [step]: markAt(value[step], rest) } : value;
}
