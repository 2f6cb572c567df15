import type { TriedPair } from "./pairs.ts";
import { packageManagers, type Shape, shapes } from "./shapes.ts";

/** Returns docs/compatibility.md. */
export function renderPage(pairs: readonly TriedPair[]): string {
  const works = shapes.filter(({ fails }) => fails === undefined);
  return [
    "# Compatibility",
    "You need Node 22.19 or newer, and TypeScript 5 or 6 if you use TypeScript. In each setup that works, we installed the packed\n" +
      "package and ran Pulumi on Linux, with the dynamic provider: `up`, two previews and `destroy`. That was on Node 24 with npm,\n" +
      "unless the name says otherwise. For other languages, see [the native provider](native.md).",
    "## Setups that work",
    "In these, `pulumi up` checks types:",
    listOf(works.filter(({ checksTypes }) => checksTypes)),
    "In these, `pulumi up` doesn't check types. Run `tsc --noEmit` first, or install ts-node:",
    listOf(works.filter(({ checksTypes }) => !checksTypes)),
    "## Setups that don't work",
    listOf(shapes.filter(({ fails }) => fails)),
    "## Versions of Pulumi",
    "In each pair, we ran previews, `up`, lookups by `find`, `get` and `list`, a refresh, `drift` and `destroy`, with both providers. The\n" +
      "pairs are of the oldest versions that we support and the newest when this page was written.",
    tableOf(pairs),
    "`pulumi-statushub doctor` warns of a pair whose previews are wrong, and of an older CLI. We don't test those: `adopt` doesn't work with\n" +
      "them, because they can't import the outputs of a record.",
    "",
  ].join("\n\n");
}

const listOf = (some: readonly Shape[]) =>
  some
    .map((shape) => {
      const remarks = [shape.fails && `\`${shape.fails.message}\``, shape.set].filter(Boolean).join(". ");
      return `- ${whatIsTried(shape)}${remarks === "" ? "" : `: ${remarks}`}`;
    })
    .join("\n");

function whatIsTried({ name, packageManager, typescript = "" }: Shape): string {
  // The names of the others say it.
  const title = packageManager === "pnpm" ? name.replace("pnpm", packageManagers.pnpm.title) : name;
  // "^5.0.0" is any 5, "~5.9.0" any 5.9.
  const version = /\d+(\.[1-9]\d*)?/.exec(typescript)?.[0];
  return version === undefined || title.includes(`TypeScript ${version}`) ? title : `${title}, TypeScript ${version}`;
}

const tableOf = (pairs: readonly TriedPair[]) =>
  [
    "| `pulumi` CLI | `@pulumi/pulumi` | our resources and lookups | what other packages read with `get` |",
    "|---|---|---|---|",
    ...pairs.map(({ cli, sdk, knowsReadIds }) => {
      const others = knowsReadIds ? "works" : "previews show its ID as unknown, and what uses it as changed";
      return `| ${cli} | ${sdk} | work | ${others} |`;
    }),
  ].join("\n");
