import { table } from "../../tools/generate/markdown.ts";
import { packageManagers, type Shape, shapes } from "./shapes.ts";

export function renderPage(): string {
  const works = shapes.filter(({ fails }) => fails === undefined);
  return [
    "# Compatibility",
    "You need Node 22.19 or newer, and TypeScript below 7 if you use TypeScript. For each setup that works, we installed the\n" +
      "package from its tarball and ran the real engine on Linux, with the dynamic provider: an `up`, a preview that shows no\n" +
      "change and sends no write, a preview that shows a manual change, and a `destroy`. That was on Node 24 with npm, unless the\n" +
      "name says otherwise. For other languages, see [the native provider](native.md).",
    "## Setups that work",
    table(
      ["program", "TypeScript", "checks types", "settings"],
      works.map((shape) => [...whatIsTried(shape), shape.checksTypes ? "yes" : "", shape.set ?? ""]),
    ),
    "If `pulumi up` doesn't check types, run `tsc --noEmit` first, or install ts-node, which Pulumi then uses to check them.",
    "## Setups that don't work",
    table(
      ["program", "TypeScript", "message", "remedy"],
      shapes.flatMap((shape) =>
        shape.fails === undefined ? [] : [[...whatIsTried(shape), `\`${shape.fails.message}\``, shape.set ?? ""]],
      ),
    ),
    "The message that starts with `pulumi-statushub` comes from this package, the others from Pulumi, Node or the package manager.",
    "",
  ].join("\n\n");
}

const whatIsTried = ({ name, packageManager, typescript = "" }: Shape) => [
  // The names of the others say it.
  packageManager === "pnpm" ? name.replace("pnpm", packageManagers.pnpm.title) : name,
  // "^5.0.0" is any 5, "~5.9.0" any 5.9.
  /\d+(\.[1-9]\d*)?/.exec(typescript)?.[0] ?? "",
];
