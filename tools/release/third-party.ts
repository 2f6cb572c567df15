import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licenses that allow using, changing and selling software with the code in it, as long as the notice is kept. */
export const allowedLicenses = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0"];

/** A package that users install with ours. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** In SPDX form, such as `MIT` or `(BSD-3-Clause AND Apache-2.0)`. */
  readonly license: string;
  /** The text of its license. */
  readonly text: string;
  readonly dependencies: readonly string[];
}

export function packageAt(folder: string): Package {
  const { name, version, license, dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
  return { name, version, license: String(license), text, dependencies: Object.keys(dependencies) };
}

/** Whether every license of an expression is allowed. Choices (`OR`) aren't supported, because no package has one. */
export const isAllowed = ({ license }: Package): boolean =>
  license
    .replace(/[()]/g, "")
    .split(" AND ")
    .every((name) => allowedLicenses.includes(name));

/** Renders the licenses that have to accompany a bundle: each text once, with the packages that it covers. */
export function renderNotices(packages: readonly Package[]): string {
  const texts = Map.groupBy(packages, ({ license, text }) => text || license);
  const parts = [...texts].map(([text, some]) => {
    const names = some.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${names.join("\n")}\n\n${text}`;
  });
  return `${["This package contains code of these packages.", ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
