import { createHash } from "node:crypto";
import { type GuessName, guesses, guessNames } from "../../model/guesses/index.ts";
import { type Observation, observations } from "../../model/guesses/observed.ts";
import { version } from "../package.ts";
import { paint, plural } from "../terminal/output.ts";
import type { Verdict } from "./judge/evidence.ts";
import { judge } from "./judge/index.ts";
import type { Recording } from "./recording.ts";
import { type Role, rolesIn } from "./role.ts";

type Answer = Verdict & { readonly changedSince?: string };

/** What `--json` prints: docs/probe.schema.json describes it. */
export interface Report {
  readonly version: 1;
  /** The version of this package. */
  readonly package: string;
  /** The version of the table of guesses. */
  readonly guesses: string;
  readonly answers: { readonly [Name in GuessName]?: Answer };
  /** The emulator's option that makes it behave like this service. */
  readonly assume: Readonly<Record<string, string>>;
  /** Of --role: what the key may do on each hub. */
  readonly roles?: readonly Role[];
  readonly limit?: string;
  readonly left: readonly string[];
  readonly requests: number;
}

/** Changes with the names of guesses and differences, so that answers to different tables aren't confused. */
const guessesVersion = createHash("sha256")
  .update(JSON.stringify(Object.entries(guesses).map(([name, { otherwise }]) => [name, Object.keys(otherwise)])))
  .digest("hex")
  .slice(0, 8);

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

const isOdd = ({ answer }: Verdict) => answer === "differs" || answer === "otherwise";

/** A guess that was observed to hold, and doesn't any more, is an alarm: the service has changed. */
function changeOf(name: GuessName, verdict: Verdict, known: readonly Observation[]) {
  const last = known.findLast(({ guess }) => guess === name);
  return last?.answer === "holds" && isOdd(verdict) ? { changedSince: last.date } : {};
}

/** 0 if everything that was tried holds, 2 if something differs, 1 if nothing was tried or something is left. */
export function exitCodeOf({ answers, left }: Report): number {
  const all = Object.values(answers);
  if (left.length > 0 || all.every(({ answer }) => answer === "not tried")) return 1;
  return all.some(isOdd) ? 2 : 0;
}

export function describeReport(report: Report, showAll: boolean): string {
  const { assume, roles = [], limit, left } = report;
  const all = Object.entries(report.answers);
  const odd = all.filter(([, answer]) => isOdd(answer));
  const holding = all.filter(([, { answer }]) => answer === "holds").map(([name]) => name);
  const untried = Map.groupBy(all, ([, answer]) => (answer.answer === "not tried" ? answer.reason : undefined));
  untried.delete(undefined);
  const differences =
    odd.length === 0 ? paint("green", "No difference") : paint("yellow", plural(odd.length, "difference"));
  const tried = plural(odd.length + holding.length, "assumption");
  const options = Object.entries(assume).map(([name, difference]) => ` --assume ${name}=${difference}`);
  const inTests = ["The same in your tests:", `  createEmulator({ assume: ${JSON.stringify(assume)} })`];
  const lines = [
    ...odd.flatMap(([name, answer]) => describeDifference(name as GuessName, answer)),
    `${differences}: ${tried} tried, ${holding.length} of them hold${holding.length === 1 ? "s" : ""}.`,
    ...(showAll ? holding.map((name) => `  ${name}`) : []),
    ...section(
      "Not tried:",
      [...untried].flatMap(([reason, group]) => [`${reason}:`, `  ${group.map(([name]) => name).join(", ")}`]),
    ),
    ...(options.length > 0
      ? [...section("An emulator like your service:", [`npx pulumi-statushub emulator${options.join("")}`]), ...inTests]
      : []),
    ...section("Role of the key on each hub:", roles.map(describeRole)),
    ...(limit === undefined ? [] : ["", `Limit: ${limit}`]),
    ...section(paint("red", "Left behind, please delete in the control panel:"), left),
    "",
    `pulumi-statushub ${report.package}, assumptions ${report.guesses}, ${plural(report.requests, "request")}.`,
  ];
  return `${lines.join("\n")}\n`;
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

const describeRole = ({ hub, role, isCertain }: Role) => `${isCertain ? " " : "?"} ${hub}: ${role}`;

function describeDifference(name: GuessName, told: Answer): string[] {
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
