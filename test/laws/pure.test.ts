import { describe, test } from "vitest";
import { definitions } from "../../kinds/index.ts";
import { lawsFor } from "./law.ts";
import { purePreviewLaws } from "./preview.ts";
import { pureLaws } from "./pure.ts";
import { samples } from "./samples.ts";

describe.each(Object.entries(definitions))("%s", (kind, definition) => {
  for (const law of lawsFor([...pureLaws, ...purePreviewLaws], kind)) {
    test(`[${law.id}] ${law.says}`, async () => {
      const kindSamples = samples[kind];
      if (kindSamples === undefined) throw new Error(`There are no samples of ${kind}.`);
      await law.prove({ definition, samples: kindSamples });
    });
  }
});
