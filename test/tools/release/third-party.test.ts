import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { isAllowed, type Package, packageAt, renderNotices } from "../../../tools/release/third-party.ts";

const installed = (name: string) => packageAt(join(repositoryRoot, "node_modules", name));

/**
 * The packages that `npm install pulumi-statushub` installs. The peer, which every Pulumi program has, is the program's
 * own choice.
 */
function runtimePackages(names = Object.keys(manifest.dependencies), found = new Map<string, Package>()): Package[] {
  for (const name of names) {
    if (found.has(name)) continue;
    found.set(name, installed(name));
    runtimePackages([...(found.get(name)?.dependencies ?? [])], found);
  }
  return [...found.values()];
}

test("every package that ours installs has a license that only asks for its notice", () => {
  expect(
    runtimePackages()
      .filter((one) => !isAllowed(one))
      .map(({ name, license }) => `${name}: ${license}`),
  ).toEqual([]);
});

test("a license with several parts is allowed if each part is", () => {
  const of = (license: string): Package => ({ name: "a", version: "1.0.0", license, text: "", dependencies: [] });

  expect(isAllowed(of("(BSD-3-Clause AND Apache-2.0)"))).toBe(true);
  expect(isAllowed(of("(MIT AND GPL-3.0-only)"))).toBe(false);
  expect(isAllowed(of("undefined"))).toBe(false);
});

test("notices name every package, and each text once", () => {
  const hono = installed("hono");
  const notices = renderNotices([hono, { ...hono, name: "twin" }]);

  expect(notices).toContain(`hono ${hono.version} (MIT)\ntwin ${hono.version} (MIT)\n\n${hono.text}`);
  expect(notices.split(hono.text)).toHaveLength(2);
});
