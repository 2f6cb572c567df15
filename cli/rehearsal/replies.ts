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
  return {
    env: { [askingVariable]: key },
    repliesIn: (diagnostics: readonly Diagnostic[]): Replies => ({ key, told: diagnostics.flatMap(tellings(key)) }),
  };
}

const tellings =
  (key: string) =>
  ({ urn = "", message = "" }: Diagnostic) =>
    toldIn(key, message).map((told) => ({ ...told, urn }));

/** How many of the resources that a step may be about have a value. */
type Share = "all" | "some" | "none";

/** Replies which values a step has, without knowing them. */
export interface CheckedStep {
  has(property: string, value: unknown): Share;
  /** Whether a text may differ only in case and surrounding spaces. */
  mayHaveLike(property: string, text: string): boolean;
  /** Whether a text is certainly a URL with this scheme. */
  hasScheme(property: string, scheme: string): boolean;
  /**
   * Returns a text that only steps with the same value have; undefined if that isn't certain. Those of values that differ only in
   * case do the same.
   */
  standInOf(property: string): string | undefined;
}

function asked(key: string, candidates: readonly Checked[]): CheckedStep {
  const fingerprints = (property: string) => candidates.map(({ inputs }) => inputs[property] ?? "");
  return {
    has(property, value) {
      const all = fingerprints(property);
      const count = all.filter((each) => each === fingerprintOf(key, property, value)).length;
      if (count === 0) return "none";
      return count === all.length ? "all" : "some";
    },
    mayHaveLike: (property, text) =>
      candidates.some(({ folded }) => folded[property] === foldedFingerprint(key, property, text)),
    hasScheme: (property, scheme) =>
      candidates.every(({ schemes }) => schemes?.[property] === fingerprintOf(key, property, scheme)),
    standInOf(property) {
      const [first = "", ...others] = fingerprints(property);
      if (others.some((each) => each !== first)) return undefined;
      const folded = candidates[0]?.folded[property] ?? first;
      return `secret-${BigInt(`0x${hexOf(folded)}`)}-${letters(BigInt(`0x${hexOf(first)}`))}`;
    },
  };
}

const hexOf = (fingerprint: string): string => Buffer.from(fingerprint, "base64url").toString("hex").slice(0, 9);

/** Writes a number in the case of letters. */
const letters = (number: bigint): string =>
  [...number.toString(2).padStart(36, "0")].map((bit) => (bit === "1" ? "X" : "x")).join("");

/**
 * Returns what has been said of a step; undefined if nothing has.
 *
 * @param unchanged what other resources of the kind declare, which the plan leaves as they are
 */
export function checkedIn(
  { key, told }: Replies,
  { urn, newState }: PreviewStep,
  unchanged: readonly Declared[],
): CheckedStep | undefined {
  const checks = told.flatMap((each) => (each.is === "check" ? [each] : []));
  const own = checks.findLast((each) => each.urn === urn);
  if (own !== undefined) return asked(key, [own]);
  const { kind } = identify(urn) ?? {};
  const inputs = Object.entries(newState?.inputs ?? {}).filter(([name]) => name !== pointerKey);
  const hidden = inputs.filter(([, value]) => isSecret(value)).map(([name]) => name);
  // Without a URN, what the plan shows has to tell.
  const isAbout = (each: Checked & { readonly urn: string }) =>
    identify(each.urn) === undefined &&
    each.kind === kind &&
    Object.keys(each.inputs).length === inputs.length &&
    inputs.every(([name, value]) => hidden.includes(name) || each.inputs[name] === fingerprintOf(key, name, value));
  const candidates = checks.filter(isAbout);
  for (const declared of unchanged) {
    const isOfIt = ({ inputs: said }: Checked) =>
      hidden.every((name) => said[name] === fingerprintOf(key, name, declared[name]));
    const index = candidates.findIndex(isOfIt);
    if (index >= 0) candidates.splice(index, 1);
  }
  return candidates.length > 0 ? asked(key, candidates) : undefined;
}

interface Asked {
  readonly replies?: Replies;
  readonly steps: readonly PreviewStep[];
}

/** Returns the versions of the providers that a plan is of, if they aren't this package's; none if it hasn't asked. */
export function otherVersionsIn({ replies, steps }: Asked): string[] {
  if (replies === undefined) return [];
  const told = replies.told.flatMap((each) => (each.is === "version" ? [/\d\S*/.exec(each.version)?.[0] ?? ""] : []));
  const isPlayed = steps.some(({ op, urn }) => op !== "delete" && op !== "refresh" && identify(urn) !== undefined);
  if (isPlayed && replies.told.length === 0) return ["an unknown version"];
  return [...new Set(told)].filter((each) => each !== version).sort();
}
