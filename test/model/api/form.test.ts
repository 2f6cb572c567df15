import { expectTypeOf, test } from "vitest";
import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";

test("no form of a value can be passed as another, and plain JSON can become each of them", () => {
  expectTypeOf<Declared>().not.toExtend<Stored>();
  expectTypeOf<Stored>().not.toExtend<Declared>();
  expectTypeOf<Wire>().not.toExtend<Live>();
  expectTypeOf<Live>().not.toExtend<Wire>();
  expectTypeOf<Live>().not.toExtend<Stored>();
  expectTypeOf<Declared>().not.toExtend<Wire>();
  expectTypeOf<Record<string, unknown>>().toExtend<Declared>();
  expectTypeOf<Record<string, unknown>>().toExtend<Live>();
});

test("a copy of a form keeps it, and a mixture of two is neither", () => {
  const declared = {} as Declared;
  const stored = {} as Stored;
  const { name: _, ...rest } = declared;
  expectTypeOf(rest).not.toExtend<Stored>();
  const mixture = { ...declared, ...stored };
  expectTypeOf(mixture).not.toExtend<Declared>();
  expectTypeOf(mixture).not.toExtend<Stored>();
});
