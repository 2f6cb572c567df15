import { expect, test } from "vitest";
import { projectFile } from "../engine/native.ts";
import { createPage, type Page, stateFile } from "../engine/page.ts";
import { everyPosition, type Position } from "../model/page/every-position.ts";

// An email subscription needs an existing subscriber.
const { page: description, positions } = everyPosition(["subscriberId"]);

const preset = { hubs: [{ subdomain: "zq-acme", name: "Acme", groups: ["One", "Two", "Three"] }] };

const secretKey = "4dabf18193072939515e22adb298388d";

interface Kept {
  readonly urn: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
}

async function stateOf({ read }: Page): Promise<{ text: string; resources: readonly Kept[] }> {
  const text = await read(stateFile);
  return { text, resources: JSON.parse(text).checkpoint.latest.resources };
}

const holdsSecret = (value: unknown): boolean => JSON.stringify(value)?.includes(secretKey) === true;

const kindAndName = (urn: string) => /(\w+)::([^:]+)$/.exec(urn)?.slice(1).join(" ");

test.each([
  { provider: "dynamic", entry: "pulumi-statushub", files: {} },
  {
    provider: "native",
    entry: "pulumi-statushub/native",
    files: { "Pulumi.yaml": projectFile("nodejs", "main: index.ts") },
  },
  {
    provider: "native, in YAML",
    entry: "pulumi-statushub/native",
    files: {
      "Pulumi.yaml": projectFile(
        "yaml",
        "resources: { page: { type: 'statushub:StatusPage', properties: { file: page.json }, options: { protect: false } } }",
      ),
    },
  },
])(
  "the state has no secret of the configuration in plain text, wherever a page uses it: $provider",
  async ({ entry, files }) => {
    const page = await createPage({
      program: `
        import * as statushub from "${entry}";
        statushub.StatusPage.fromFile("page", "page.json", { protect: false });
      `,
      files: { ...files, "page.json": JSON.stringify(description) },
      emulator: { preset },
    });
    const values = positions.flatMap(({ name, text }) => ["--secret", `${name}=${text}`]);
    expect(await page.pulumi("config", "set-all", ...values)).toMatchObject({ code: 0 });

    // A refresh writes the live values, which are also secret.
    for (const command of ["up", "refresh"]) {
      expect(await page.pulumi(command, "--yes", "--skip-preview")).toMatchObject({ code: 0 });
      const { text, resources } = await stateOf(page);
      for (const { text: secret } of positions.filter(isDistinct)) expect(text).not.toContain(secret);
      for (const { name, resource, property } of positions) {
        const { inputs = {}, outputs = {} } = resources.find(({ urn }) => kindAndName(urn) === resource) ?? { urn: "" };
        expect([name, holdsSecret(inputs[property]), holdsSecret(outputs[property])]).toEqual([name, true, true]);
      }
    }
  },
);

/** Values that only the secrets put into the state. */
const isDistinct = ({ text }: Position) => text.includes("zq") || /^(-?\d{4}$|20\d\d-)/.test(text);
