import { expect } from "vitest";
import type { RewriteKind } from "../../../emulator/index.ts";
import type { Law } from "../law.ts";
import { bodyOf, changes, full, inputsOf } from "../program.ts";
import type { World } from "../world.ts";
import { nothing } from "./requests.ts";

const spellings: readonly RewriteKind[] = [
  "trim",
  "lower-case",
  "upper-case",
  "entity-encode",
  "strip-tags",
  "time-offset",
  "time-fraction",
  "time-space",
  "re-order",
];

/** The fields of an answer that come from a program, inner ones with a dot. A hub's subdomain has one spelling. */
function answeredFields({ samples, ...world }: World): string[] {
  const body = bodyOf({ ...world, samples }, full({ ...world, samples }));
  return Object.entries(samples.answer?.(body) ?? body)
    .flatMap(([field, value]) => [field, ...innerFields(field, value)])
    .filter((field) => field !== "subdomain");
}

const innerFields = (field: string, value: unknown): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.keys(value).map((inner) => `${field}.${inner}`)
    : [];

function rewrite(world: World, as: RewriteKind): void {
  const resource = world.definition.operations.list.path.split("/").at(-1) ?? "";
  for (const field of answeredFields(world)) world.emulator.rewrites.add({ resource, field, as });
}

const isVisible = ({ definition }: World, name: string) => {
  const property = definition.properties[name];
  return !property?.writeOnly && !property?.replaces;
};

export const spellingLaws: readonly Law[] = spellings.map((as) => ({
  id: "NPD-4 NPD-7",
  says: `however the server spells values (${as}): clean after one up, and a change by hand is seen on that property alone`,
  async prove(world) {
    const { deployment, samples } = world;
    rewrite(world, as);
    await deployment.up(inputsOf(world, full(world)));
    for (const { name, to } of changes(world)) {
      const inputs = inputsOf(world, { ...full(world), [name]: to });
      await deployment.up(inputs);
      expect(await deployment.previewRefreshed(inputs), name).toEqual(nothing);

      const { wire = "", values } = samples.properties[name] ?? {};
      if (!isVisible(world, name) || name === "subdomain") continue;
      await world.changeByHand({ [wire]: values?.[0].wire });
      expect(await deployment.previewRefreshed(inputs)).toEqual({ step: "update", properties: [name] });
      await world.changeByHand({ [wire]: to.wire });
      expect(await deployment.previewRefreshed(inputs), name).toEqual(nothing);
    }
  },
}));

export const omissionLaws: readonly Law[] = [
  {
    id: "NPD-5",
    says: "what no answer carries is taken to be as declared",
    async prove(world) {
      rewrite(world, "omit");
      const inputs = inputsOf(world, full(world));
      await world.deployment.up(inputs);
      expect(await world.deployment.previewRefreshed(inputs)).toEqual(nothing);
    },
  },
];
