import { describe, test } from "vitest";
import { definitions } from "../../kinds/index.ts";
import { subjectOf } from "../samples/index.ts";
import { lawsFor } from "./law.ts";
import { pureLaws } from "./pure.ts";

describe.each(Object.keys(definitions))("%s", (kind) => {
  for (const { id, says, prove } of lawsFor(pureLaws, kind)) test(`[${id}] ${says}`, () => prove(subjectOf(kind)));
});
