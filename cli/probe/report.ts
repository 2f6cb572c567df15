import { type GuessName, guesses, guessNames } from "../../model/guesses/index.ts";
import { type Observation, observations } from "../../model/guesses/observed.ts";
import { version } from "../package.ts";
import { paint, plural } from "../terminal/output.ts";
import type { Recording } from "./exchange.ts";
import { judge } from "./judge/index.ts";
import type { Verdict } from "./judge/verdict.ts";
import { guessesVersion } from "./recording.ts";
import { type Role, rolesIn } from "./role.ts";

/** What `--json` prints: docs/probe.schema.json describes it. */
export interface Report {
  readonly version: 1;
  /** The version of this package. */
  readonly package: string;
  /** The version of the table of guesses. */
  readonly guesses: string;
  readonly answers: { readonly [Name in GuessName]?: Verdict & { readonly changedSince?: string } };
  /** The emulator's option that makes it behave like this service. */
  readonly assume: Readonly<Record<string, string>>;
  /** Of --role: what the key may do on each hub. */
  readonly roles?: readonly Role[];
  /** How much of the limit other clients use; missing if the run was too short to tell. */
  readonly limit?: string;
  /** Records that could not be removed. */
  readonly left: readonly string[];
  readonly requests: number;
}

/**
 * Judges a recording.
 *
 * @param only the guesses to report
 * @param known what was observed before
 */
export function reportOn(
  recording: Recording,
  left: readonly string[],
  only: readonly GuessName[] = guessNames,
  known = observations,
): Report {
  const { exchanges, limit } = recording;
  const judged = judge(recording);
  const roles = rolesIn(exchanges);
  const answers = only.map((name) => [name, { ...judged[name], ...changeOf(name, judged[name], known) }] as const);
  const differing = answers.flatMap(([name, answer]) =>
    answer.answer === "differs" ? [[name, answer.difference]] : [],
  );
  return {
    version: 1,
    package: version,
    guesses: guessesVersion,
    answers: Object.fromEntries(answers),
    assume: Object.fromEntries(differing),
    ...(roles.length > 0 && { roles }),
    ...(limit !== undefined && { limit }),
    left,
    requests: exchanges.length,
  };
}

/** A guess that was observed to hold, and doesn't any more, is an alarm: the service has changed. */
function changeOf(name: GuessName, { answer }: Verdict, known: readonly Observation[]) {
  const last = known.findLast(({ guess }) => guess === name);
  const isChanged = last?.answer === "holds" && (answer === "differs" || answer === "otherwise");
  return isChanged ? { changedSince: last.date } : {};
}

/** 0 if everything that was tried holds, 2 if something differs, 1 if nothing was tried or something is left. */
export function exitCodeOf({ answers, left }: Report): number {
  const all = Object.values(answers).map(({ answer }) => answer);
  if (left.length > 0 || all.every((answer) => answer === "not tried")) return 1;
  return all.some((answer) => answer === "differs" || answer === "otherwise") ? 2 : 0;
}

/** Describes a report for a terminal. */
export function describeReport(
  { answers, assume, roles = [], limit, left, requests, ...about }: Report,
  showAll: boolean,
): string {
  const all = Object.entries(answers);
  const odd = all.filter(([, { answer }]) => answer === "differs" || answer === "otherwise");
  const holding = all.filter(([, { answer }]) => answer === "holds");
  const untried = all.flatMap(([name, answer]) =>
    answer.answer === "not tried" ? [{ name, reason: answer.reason }] : [],
  );
  const tried = odd.length + holding.length;
  const options = Object.entries(assume).map(([name, difference]) => `--assume ${name}=${difference}`);
  const lines = [
    ...odd.flatMap(([name, answer]) => describeDifference(name as GuessName, answer)),
    `${odd.length === 0 ? paint("green", "No difference") : paint("yellow", plural(odd.length, "difference"))}: ${plural(tried, "assumption")} tried, ${holding.length} of them hold${holding.length === 1 ? "s" : ""}.`,
    ...(showAll ? holding.map(([name]) => `  ${name}`) : []),
    ...(untried.length > 0 ? ["", "Not tried:"] : []),
    ...[...Map.groupBy(untried, ({ reason }) => reason)].flatMap(([reason, group]) => [
      `  ${reason}:`,
      `    ${group.map(({ name }) => name).join(", ")}`,
    ]),
    ...(options.length > 0
      ? [
          "",
          "An emulator like your service:",
          `  npx pulumi-statushub emulator ${options.join(" ")}`,
          "The same in your tests:",
          `  createEmulator({ assume: ${JSON.stringify(assume)} })`,
        ]
      : []),
    ...(roles.length > 0 ? ["", "Role of the key on each hub:", ...roles.map(describeRole)] : []),
    ...(limit !== undefined ? ["", `Limit: ${limit}`] : []),
    ...(left.length > 0
      ? ["", paint("red", "Left behind, please delete in the control panel:"), ...left.map((name) => `  ${name}`)]
      : []),
    "",
    `pulumi-statushub ${about.package}, assumptions ${about.guesses}, ${plural(requests, "request")}.`,
  ];
  return `${lines.join("\n")}\n`;
}

const describeRole = ({ hub, role, isCertain }: Role) => `  ${isCertain ? " " : "?"} ${hub}: ${role}`;

function describeDifference(name: GuessName, told: Verdict & { readonly changedSince?: string }): string[] {
  if (told.answer !== "differs" && told.answer !== "otherwise") return [];
  const { assumed, otherwise } = guesses[name];
  const difference = told.answer === "differs" ? told.difference : "";
  const { service, effect: own } = otherwise[difference] ?? {
    service: "In another way than we know.",
    effect: "Unknown. Please open an issue with a recording (--record).",
  };
  // "The same" refers to a difference before, which isn't shown here.
  const effects = Object.values(otherwise).map((each) => each.effect);
  const effect = own === "The same." ? effects.slice(0, effects.indexOf(own)).pop() : own;
  return [
    paint("bold", difference === "" ? name : `${name}=${difference}`),
    ...(told.changedSince === undefined ? [] : [`  ${paint("red", `changed since ${told.changedSince}`)}`]),
    `  assumed  ${assumed}`,
    `  seen     ${service}`,
    `  effect   ${effect}`,
    `  request  ${told.seen}`,
    "",
  ];
}
