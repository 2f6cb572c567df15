import { expect, it } from "vitest";
import { markKey } from "../../../model/pulumi/mark-keys.ts";
import { projectWith } from "../fake-project.ts";
import { statushub } from "../statushub.ts";

const secret = "1b47061264138c4ac30d75fd1eb44270";
const time = "2026-11-23T12:30:00Z";

const stateWith = (token: object, manifest = { time }, name = "API") => ({
  deployment: {
    manifest,
    resources: [
      {
        urn: "urn:pulumi:prod::shop::other:index:Thing::api",
        type: "other:index:Thing",
        inputs: { name, tokens: [{ [markKey]: secret, ...token }] },
      },
    ],
  },
});

const inClear = stateWith({ plaintext: '"abc"' });
const encrypted = { ciphertext: "v1:0a1b" };

it.each([
  ["the same state", stateWith(encrypted), false],
  ["a secret that an update has changed", stateWith(encrypted, { time: "2026-11-23T12:31:00Z" }), true],
  ["another value, which is no secret", stateWith(encrypted, { time }, "Web"), true],
])("preview looks at the state once more after the rehearsal, and finds %s", async (_, after, outdated) => {
  const printing = (answer: object) => `cat <<'END'\n${JSON.stringify(answer)}\nEND\n;;`;
  const { folder, PATH } = await projectWith(`case "$*" in
"stack export"*--show-secrets*) ${printing(inClear)}
"stack export"*) ${printing(after)}
preview*) ${printing({ steps: [] })}
config*) ${printing({})}
*) exit 1;;
esac`);
  const { stdout } = await statushub(["preview", "--json", "--stack", "prod"], { cwd: folder, env: { PATH } });
  expect(JSON.parse(stdout)).toMatchObject({ outdated });
});
