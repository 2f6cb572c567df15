import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect, inject, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { repositoryRoot } from "../../tools/engine/local.ts";

const importable = Object.keys(manifest.exports).filter((name) => !name.endsWith(".json"));

/**
 * The types that the emulator's schemas imply: the packed declarations give them without the package of the schemas, and
 * must agree with the source.
 */
const sameTypes = `
import type * as packed from "pulumi-statushub/emulator";
import type * as source from ${JSON.stringify(join(repositoryRoot, "emulator/index.ts"))};

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Performed<Emulator extends { perform: unknown }> = Emulator["perform"] extends (operation: infer Name, ...rest: never) => infer Response
  ? { name: Name; response: Response }
  : never;

export const same: [
  Same<packed.Preset, source.Preset>,
  Same<packed.NewHub, source.NewHub>,
  Same<packed.Snapshot, source.Snapshot>,
  Same<Performed<packed.Emulator>, Performed<source.Emulator>>,
] = [true, true, true, true];
// @ts-expect-error A preset is checked.
export const preset: packed.Preset = { hubs: [{ subdomain: "acme", nam: "Acme" }] };
`;

test("the declarations compile and keep their types with nothing else installed", async () => {
  const folder = await mkdtemp(join(inject("workspace"), "declarations-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const imports = importable.map(
    (name, index) => `export * as entry${index} from "${join("pulumi-statushub", name)}";`,
  );
  const files = { "imports.mts": imports.join("\n"), "same.mts": sameTypes };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);

  const program = ts.createProgram(
    Object.keys(files).map((name) => join(folder, name)),
    {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ["node"],
    },
  );
  const isOurs = ({ fileName }: ts.SourceFile) => fileName.includes("pulumi-statushub") || fileName.startsWith(folder);
  const messages = program
    .getSourceFiles()
    .filter(isOurs)
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);

  expect(messages).toEqual([]);
});
