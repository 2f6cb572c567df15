import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { linksOnGitHub, linksOnTerminal } from "../../../cli/report/links.ts";
import { quoteInMarkdown, quoteInText } from "../../../cli/report/render.ts";
import { escapeMark } from "../../../cli/terminal/output.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const place = { path: "pages/my api.ts", line: 4 };

it("links a place to the commit on GitHub, if all of it is known", async () => {
  const root = await temporaryFolder({ "site/Pulumi.yaml": "name: site\nruntime: nodejs\n" });
  const commit = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "acme/site", GITHUB_SHA: "4f2a" };
  const inWorkspace = { ...commit, GITHUB_WORKSPACE: root };
  const site = join(root, "site");
  expect(quoteInMarkdown(linksOnGitHub(site, inWorkspace)).place(place)).toBe(
    "[`pages/my api.ts:4`](<https://github.com/acme/site/blob/4f2a/site/pages/my%20api.ts#L4>)",
  );
  for (const env of [{}, commit, { ...inWorkspace, GITHUB_SHA: "" }, { ...inWorkspace, GITHUB_WORKSPACE: `${site}2` }])
    expect(quoteInMarkdown(linksOnGitHub(site, env)).place(place)).toBe("`pages/my api.ts:4`");
});

it("links a place to the file in a terminal that shows links", async () => {
  const folder = await temporaryFolder({ "Pulumi.yaml": "name: site\nruntime: nodejs\n" });
  const placeIn = (isTTY: boolean, env: Record<string, string>) =>
    quoteInText(linksOnTerminal(folder, { isTTY }, env)).place(place);
  const address = pathToFileURL(join(folder, place.path)).href;
  const linked = `${escapeMark}]8;;${address}${escapeMark}\\pages/my api.ts:4${escapeMark}]8;;${escapeMark}\\`;
  expect(placeIn(true, { TERM_PROGRAM: "vscode" })).toBe(linked);
  expect(placeIn(true, { VTE_VERSION: "7600" })).toBe(linked);
  for (const env of [
    {},
    { TERM_PROGRAM: "Apple_Terminal" },
    { VTE_VERSION: "4600" },
    { TERM_PROGRAM: "vscode", CI: "1" },
  ])
    expect(placeIn(true, env)).toBe("pages/my api.ts:4");
  expect(placeIn(false, { TERM_PROGRAM: "vscode" })).toBe("pages/my api.ts:4");
});
