import { type GuessName, guesses } from "../../../guesses/index.ts";
import { definitions } from "../../../kinds/index.ts";

export const kindsOf = (name: GuessName): readonly string[] =>
  guesses[name].concerns ?? Object.keys(definitions).filter((kind) => kind !== "Hub");
