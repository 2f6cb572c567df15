import { type GuessName, guesses } from "../../../model/guesses/index.ts";
import { definitions } from "../../../model/kinds/index.ts";

export const kindsOf = (name: GuessName): readonly string[] =>
  guesses[name].concerns ?? Object.keys(definitions).filter((kind) => kind !== "Hub");
