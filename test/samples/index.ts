import { definitions, kinds } from "../../model/kinds/index.ts";
import { kebab } from "../../model/kinds/kind.ts";
import type { Subject } from "./program.ts";
import type { KindSamples } from "./sample.ts";

interface SamplesFile {
  readonly samples: KindSamples;
}

const load = async (kind: string): Promise<KindSamples> =>
  ((await import(`./kinds/${kebab(kind)}.ts`)) as SamplesFile).samples;

/** The samples of each kind, from the file with its name. */
export const samples: Readonly<Record<string, KindSamples>> = Object.fromEntries(
  await Promise.all(kinds.map(async ({ kind }) => [kind, await load(kind)] as const)),
);

export function subjectOf(kind: string): Subject {
  const definition = definitions[kind];
  const kindSamples = samples[kind];
  if (definition === undefined || kindSamples === undefined) throw new Error(`There are no samples of ${kind}.`);
  return { definition, samples: kindSamples };
}
