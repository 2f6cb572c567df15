import { randomBytes } from "node:crypto";
import type { Declared } from "../../model/api/form.ts";
import { pointerKey } from "../../model/pulumi/pointer.ts";
import {
  askingVariable,
  type Checked,
  fingerprintOf,
  foldedFingerprint,
  type Told,
  toldIn,
} from "../../provider/rehearse.ts";
import { version } from "../package.ts";
import type { Diagnostic, PreviewStep } from "../project/pulumi-preview.ts";
import { identify } from "../project/record.ts";
import { isSecret } from "../report/planned.ts";

/** What our providers have said in a preview that has asked them, because its plan doesn't show it. */
export interface Replies {
  /** The key of their fingerprints. */
  readonly key: string;
  /** The URN is empty in the protocol of the dynamic provider. */
  readonly told: readonly (Told & { readonly urn: string })[];
}

/** Returns the environment in which a preview asks, with a key of its own. */
export function createQuestion() {
  const key = randomBytes(32).toString("base64url");
  const repliesIn = (diagnostics: readonly Diagnostic[]): Replies => {
    const told = diagnostics.flatMap(({ urn = "", message = "" }) =>
      toldIn(key, message).map((each) => ({ ...each, urn })),
    );
    return { key, told };
  };
  return { env: { [askingVariable]: key }, repliesIn };
}

/** Tells whether a step has a value, without knowing what it has. */
export interface CheckedStep {
  certainlyHas(property: string, value: unknown): boolean;
  /** Whether the value certainly is a URL with this scheme. */
  certainlyHasScheme(property: string, scheme: string): boolean;
  /** Whether a text may differ only in case and surrounding spaces. */
  mayHaveLike(property: string, text: string): boolean;
  /**
   * Returns a text that only steps with the same value have; undefined if that isn't certain. The texts for values that differ only
   * in case do the same.
   */
  distinctText(property: string): string | undefined;
}

/**
 * Returns what has been said of a step; undefined if nothing has.
 *
 * @param unchanged what other resources of the kind declare, which the plan leaves as they are
 */
export function checkedIn(
  { key, told }: Replies,
  step: PreviewStep,
  unchanged: readonly Declared[],
): CheckedStep | undefined {
  const checks = told.filter((each) => each.is === "check");
  const own = checks.findLast(({ urn }) => urn === step.urn);
  const candidates = own === undefined ? candidatesFor(step, { key, checks, unchanged }) : [own];
  return candidates.length > 0 ? readingAll(candidates, key) : undefined;
}

type CheckWithUrn = Checked & { readonly urn: string };

interface Anonymous {
  readonly key: string;
  readonly checks: readonly CheckWithUrn[];
  readonly unchanged: readonly Declared[];
}

/**
 * Without a URN, what the plan shows has to tell which checks a step may be about: those of the same kind that declare the same properties,
 * with the same values as far as the plan doesn't mask them.
 */
function candidatesFor({ urn, newState }: PreviewStep, { key, checks, unchanged }: Anonymous): CheckWithUrn[] {
  const kind = identify(urn)?.kind;
  const planned = Object.entries(newState?.inputs ?? {}).filter(([name]) => name !== pointerKey);
  const shown = planned.filter(([, value]) => !isSecret(value));
  const masked = planned.filter(([, value]) => isSecret(value)).map(([name]) => name);
  const has = ({ inputs }: Checked, name: string, value: unknown) => inputs[name] === fingerprintOf(key, name, value);
  const candidates = checks.filter((check) => {
    const isWithoutUrn = identify(check.urn) === undefined;
    const isOfKind = isWithoutUrn && check.kind === kind;
    const hasAllNames = planned.every(([name]) => check.inputs[name] !== undefined);
    const hasSameNames = hasAllNames && Object.keys(check.inputs).length === planned.length;
    return isOfKind && hasSameNames && shown.every(([name, value]) => has(check, name, value));
  });
  // Each resource that doesn't change accounts for one check.
  for (const declared of unchanged) {
    const index = candidates.findIndex((check) => masked.every((name) => has(check, name, declared[name])));
    if (index >= 0) candidates.splice(index, 1);
  }
  return candidates;
}

/** Only what all checks say that a step may be about is certain. */
function readingAll(candidates: readonly Checked[], key: string): CheckedStep {
  return {
    certainlyHas: (property, value) =>
      candidates.every(({ inputs }) => inputs[property] === fingerprintOf(key, property, value)),
    certainlyHasScheme: (property, scheme) =>
      candidates.every(({ schemes }) => schemes?.[property] === fingerprintOf(key, property, scheme)),
    mayHaveLike: (property, text) =>
      candidates.some(({ folded }) => folded[property] === foldedFingerprint(key, property, text)),
    distinctText(property) {
      const [first, ...others] = candidates;
      const fingerprint = first?.inputs[property];
      const areSame = others.every(({ inputs }) => inputs[property] === fingerprint);
      if (fingerprint === undefined || !areSame) return undefined;
      // Values that differ only in case have the same digits, and their fingerprints differ in the case of the letters.
      const whateverCase = first?.folded[property] ?? fingerprint;
      return `secret-${numberIn(whateverCase)}-${inCaseOfLetters(numberIn(fingerprint))}`;
    },
  };
}

/** The first 36 bits of a fingerprint. */
const numberIn = (fingerprint: string): bigint =>
  BigInt(`0x${Buffer.from(fingerprint, "base64url").toString("hex").slice(0, 9)}`);

/** Writes a number of 36 bits in the case of letters. */
const inCaseOfLetters = (number: bigint): string =>
  [...number.toString(2).padStart(36, "0")].map((bit) => (bit === "1" ? "X" : "x")).join("");

interface Asked {
  readonly replies?: Replies;
  readonly steps: readonly PreviewStep[];
}

/** Returns the versions of the providers that a plan is of, if they aren't this package's; none if it hasn't asked. */
export function otherVersionsIn({ replies, steps }: Asked): string[] {
  if (replies === undefined) return [];
  const isPlayed = steps.some(({ op, urn }) => op !== "delete" && op !== "refresh" && identify(urn) !== undefined);
  if (isPlayed && replies.told.length === 0) return ["an unknown version"];
  const texts = replies.told.filter((each) => each.is === "version").map((each) => each.version);
  // The number in a text such as `version 1.2.3 of the package`.
  const versions = texts.map((text) => /\d\S*/.exec(text)?.[0] ?? "");
  return [...new Set(versions)].filter((each) => each !== version).sort();
}
