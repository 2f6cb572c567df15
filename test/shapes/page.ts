import { packageManagers, type Shape, shapes } from "./shapes.ts";

/** The page of the docs that lists the shapes. */
export function renderPage(): string {
  const works = shapes.filter(({ fails }) => fails === undefined);
  return [
    "# Compatibility",
    "`pulumi-statushub` runs in programs for Node 22.19 or newer, in TypeScript below 7 or JavaScript. Each row below was\n" +
      "installed from nothing and run on the real engine, on Linux: an `up`, a preview that shows no change and sends\n" +
      "no write, a preview that shows what was changed by hand, and a `destroy`. `npm run test:shapes` does it again and\n" +
      "writes this page.",
    "## What works",
    table(
      ["program", "Node", "packages", "TypeScript", "types are checked", "what to set"],
      works.map((shape) => [...whatIsTried(shape), shape.checksTypes ? "by `pulumi up`" : "", shape.set ?? ""]),
    ),
    "Node strips the types of ES modules and checks none: run `tsc --noEmit` before `pulumi up`, or install ts-node, which\n" +
      "Pulumi then uses.",
    "## What does not work",
    table(
      ["program", "Node", "packages", "TypeScript", "what is printed", "what to do"],
      shapes.flatMap((shape) =>
        shape.fails === undefined ? [] : [[...whatIsTried(shape), `\`${shape.fails.message}\``, shape.set ?? ""]],
      ),
    ),
    "Pulumi, Node or the package manager prints these messages before any code of this package runs, but for the one that\n" +
      "names `pulumi-statushub`.",
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
