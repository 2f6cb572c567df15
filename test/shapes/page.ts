import { table } from "../../tools/generate/markdown.ts";
import { packageManagers, type Shape, shapes } from "./shapes.ts";

export function renderPage(): string {
  const works = shapes.filter(({ fails }) => fails === undefined);
  return [
    "# Compatibility",
    "This page lists the setups in which we ran TypeScript and JavaScript programs with the dynamic provider, and what each\n" +
      "needs. Look here when you choose versions, or when a program doesn't start.",
    "In short, you need Node 22.19 or newer, and TypeScript below 7 if you use TypeScript. For each setup that works, we\n" +
      "installed the package from its tarball and ran the real engine on Linux: an `up`, a preview that shows no change and\n" +
      "sends no write, a preview that shows a manual change, and a `destroy`. `npm run test:shapes` does this again and\n" +
      "writes this page. For the other languages, see [the native provider](native.md).",
    "## Setups that work",
    table(
      ["program", "Node", "package manager", "TypeScript", "types are checked", "settings"],
      works.map((shape) => [...whatIsTried(shape), shape.checksTypes ? "by `pulumi up`" : "", shape.set ?? ""]),
    ),
    "Node strips the types of ES modules without checking them. Run `tsc --noEmit` before `pulumi up`, or install ts-node,\n" +
      "which Pulumi then uses to check them.",
    "## Setups that don't work",
    table(
      ["program", "Node", "package manager", "TypeScript", "message", "remedy"],
      shapes.flatMap((shape) =>
        shape.fails === undefined ? [] : [[...whatIsTried(shape), `\`${shape.fails.message}\``, shape.set ?? ""]],
      ),
    ),
    "The message that starts with `pulumi-statushub` comes from this package. Pulumi, Node or the package manager prints the\n" +
      "others before our code runs.",
    "",
  ].join("\n\n");
}

const whatIsTried = ({ name, node, packageManager, typescript = "" }: Shape) => [
  name,
  node.replace(/\..*/, ""),
  packageManagers[packageManager].title,
  // "^5.0.0" is any 5, "~5.9.0" any 5.9.
  /\d+(\.[1-9]\d*)?/.exec(typescript)?.[0] ?? "",
];
