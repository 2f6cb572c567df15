import { describe, test } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import { subjectOf } from "../samples/index.ts";
import { lawsFor, titleOf } from "./law.ts";
import { pureLaws } from "./pure.ts";

describe.each(Object.keys(definitions))("%s", (kind) => {
  for (const law of lawsFor(pureLaws, kind)) test(titleOf(law), () => law.prove(subjectOf(kind)));
});
