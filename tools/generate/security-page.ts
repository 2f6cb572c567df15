import { readFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../model/kinds/index.ts";
import { hosts } from "../../provider/config.ts";
import { repositoryRoot } from "../engine/local.ts";
import { pageOf } from "./functions-page.ts";
import { code, filled } from "./markdown.ts";

const path = "SECURITY.md";

/** Returns the page about security: its text is kept, and the hosts and the secrets come from the code. */
export function securityPage(): [path: string, text: string] {
  const places: Readonly<Record<string, readonly string[]>> = {
    hosts: [...hosts].map(([region, host]) => `${code(`https://<account>.${host}`)} (region ${code(region)})`),
    secrets: Object.values(definitions).flatMap(({ kind, properties, outputs }) => {
      const names = Object.entries({ ...properties, ...outputs }).flatMap(([name, { secret }]) =>
        secret ? [code(name)] : [],
      );
      return names.length === 0 ? [] : [`${names.join(" and ")} of a [${kind}](docs/resources/${pageOf(kind)})`];
    }),
  };
  const text = Object.entries(places).reduce(
    (page, [name, items]) => {
      const result = filled(page, name, items.map((item) => `- ${item}`).join("\n"));
      if (result === undefined) throw new Error(`${path} has no place for the ${name}.`);
      return result;
    },
    readFileSync(join(repositoryRoot, path), "utf8"),
  );
  return [path, text];
}
