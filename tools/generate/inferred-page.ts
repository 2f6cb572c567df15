import type { Guess } from "../../model/guesses/guess.ts";
import { chapters } from "../../model/guesses/index.ts";
import { code, join, wrapped } from "./markdown.ts";

export function inferredPage(): string {
  const parts = Object.entries(chapters).flatMap(([title, guesses]) => [
    `## ${title}`,
    ...Object.entries<Guess>(guesses).map(([name, guess]) => render(name, guess)),
  ]);
  const texts = introduction.map((text) => wrapped(text));
  return `${join("# What is inferred about the API", texts, parts)}\n`;
}

const introduction = [
  "This page lists our assumptions about StatusHub's API where its description leaves something open, and how the real service may " +
    "differ. When you change code that relies on one, search for `Inferred (` and its name. Generated from `model/guesses/` by " +
    "`npm run generate`.",
  "In the code, `Documented` means the API's description or the vendor's public reference, and `Observed` a client that talks to the " +
    "real service.",
  "The package has been tested against its emulator, but not yet against the real service. [`pulumi-statushub doctor`](../cli.md#doctor) " +
    "says which of the assumptions hold in your account that reading can show. To try a difference, start the emulator " +
    "with it: `npx pulumi-statushub emulator --assume record-ids=text`. For all missing operations and parameters at once, use " +
    "`--documented-only`.",
  "A wrong guess should cost a feature, or an error that says so, and never a record, a secret or a hang. Tests run the life of each kind of " +
    "resource with each difference. [The list of holes](laws.md#holes) has what we have found to be open in the description.",
];

function render(name: string, { assumed, operation, otherwise }: Guess): string {
  const isOffered = operation === undefined ? "" : ` (${code(operation)})`;
  return join(
    `### ${name}`,
    wrapped(`${assumed.replace(/\.$/, "")}${isOffered}.`),
    Object.entries(otherwise)
      .map(([other, { service }]) => wrapped(`- **${other}**: ${service}`, { indent: "  " }))
      .join("\n"),
  );
}
