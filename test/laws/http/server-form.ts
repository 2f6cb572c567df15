import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { FieldDifference } from "../../../emulator/index.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { bodyOf, full, isDate, posted } from "../../samples/program.ts";
import { plain, type Sample } from "../../samples/sample.ts";
import type { World } from "../world.ts";
import { isVisible } from "./drift.ts";
import { type HttpLaw, lawsAbout } from "./law.ts";

/** The texts that a rewrite changes. */
const affected: Readonly<Partial<Record<FieldDifference, RegExp>>> = {
  trim: /^\s|\s$/,
  "lower-case": /[A-Z]/,
  "upper-case": /[a-z]/,
  "entity-encode": /[&<>"]/,
  "strip-tags": /<[^<>]*>/,
  "time-offset": /T.*Z$/,
  "time-fraction": /T.*Z$/,
  "time-space": /T.*Z$/,
};

const rewrites = [...Object.keys(affected), "re-order"] as FieldDifference[];

function affects(as: FieldDifference, wire: unknown): boolean {
  if (typeof wire === "string") return affected[as]?.test(wire) === true;
  if (typeof wire !== "object" || wire === null) return false;
  if (as === "re-order" && Array.isArray(wire) && wire.length > 1) return true;
  return Object.values(wire).some((item) => affects(as, item));
}

/** Text with trailing white space, if that is allowed. */
function padded({ definition }: World, name: string, { declared }: Sample): Sample[] {
  const text = `${declared} `;
  const isValid = typeof declared === "string" && definition.properties[name]?.type.schema.safeParse(text).success;
  return isValid ? [plain(text)] : [];
}

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value);

/** For each property, a value that the server rewrites. */
function rewritten(world: World, as: FieldDifference): { name: string; to: Sample }[] {
  return Object.entries(world.samples.properties).flatMap(([name, { values }]) => {
    if (name === "subdomain") return [];
    const candidates = [...values, ...values.flatMap((sample) => padded(world, name, sample))];
    const to = candidates.find(({ wire }) => affects(as, wire));
    return to === undefined ? [] : [{ name, to }];
  });
}

/** The fields of a response that a program sets; a dot separates inner ones. */
function responseFields(world: World): string[] {
  const body = bodyOf(world, full(world));
  return Object.entries(world.samples.response?.(body) ?? body)
    .flatMap(([field, value]) => [field, ...innerFields(field, value)])
    .filter((field) => field !== "subdomain");
}

const innerFields = (field: string, value: unknown): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.keys(value).map((inner) => `${field}.${inner}`)
    : [];

function rewrite(world: World, as: FieldDifference): void {
  world.emulator.assume({ [as]: responseFields(world).map((field) => `${world.samples.table}.${field}`) });
}

/** Declares each value that the server rewrites, then changes it manually and back. */
async function tellRewrites(world: World, as: FieldDifference) {
  const { deployment, samples } = world;
  rewrite(world, as);
  await deployment.up(full(world));
  const told = [];
  for (const { name, to } of rewritten(world, as)) {
    const base = isDate(world.definition, name) ? posted(world) : full(world);
    const inputs = { ...base, [name]: to.declared };
    await deployment.up(inputs);
    const clean = await deployment.previewRefreshed(inputs);
    const { key = "", values } = samples.properties[name] ?? {};
    const other = values?.find(({ wire: candidate }) => !isDeepStrictEqual(trimmed(candidate), trimmed(to.wire)));
    if (!isVisible(world, name)) {
      told.push({ name, clean });
      continue;
    }
    await world.changeManually({ [key]: other?.wire });
    const changed = await deployment.previewRefreshed(inputs);
    await world.changeManually({ [key]: to.wire });
    told.push({ name, clean, changed, back: await deployment.previewRefreshed(inputs) });
  }
  return told;
}

export const serverFormLaws: readonly HttpLaw[] = rewrites.flatMap((as) =>
  lawsAbout({ tell: (world) => tellRewrites(world, as) }, [
    {
      id: "NPD-4",
      case: as,
      prove(told) {
        for (const { name, clean } of told) expect(clean, name).toEqual(nothing);
      },
    },
    {
      id: "NPD-7",
      case: as,
      prove(told, { definition }) {
        for (const { name, changed, back } of told.filter((each) => each.changed !== undefined)) {
          const step = name === definition.series?.property ? "replace" : "update";
          expect([changed, back], name).toEqual([{ step, properties: [name] }, nothing]);
        }
      },
    },
  ]),
);

export const omissionLaws: readonly HttpLaw[] = [
  {
    id: "NPD-5",
    case: "a property that no response carries",
    async prove(world) {
      rewrite(world, "omit");
      const inputs = full(world);
      await world.deployment.up(inputs);
      expect(await world.deployment.previewRefreshed(inputs)).toEqual(nothing);
    },
  },
];
