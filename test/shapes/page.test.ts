import { expect, test } from "vitest";
import { packageManagers, type Shape, shapes } from "./shapes.ts";

test("docs/compatibility.md lists every shape with its description; if not: npm run test:shapes", async () => {
  await expect(renderPage()).toMatchFileSnapshot("../../docs/compatibility.md");
});

function renderPage(): string {
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
