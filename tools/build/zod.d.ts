/*
 * What the declarations of the package need of zod, whose code is bundled and whose own declarations users don't have:
 * the values that a schema takes and gives.
 */
export * as z from "./zod.js";

export interface ZodType<Output = unknown, Input = unknown, Internals = unknown> {
  readonly _zod: { readonly output: Output; readonly input: Input; readonly internals?: Internals };
}
export type output<Schema> = Schema extends ZodType<infer Output> ? Output : never;
export type input<Schema> = Schema extends ZodType<unknown, infer Input> ? Input : never;

export interface ZodString extends ZodType<string, string> {}
export interface ZodIPv4 extends ZodString {}
export interface ZodCIDRv4 extends ZodString {}
export interface ZodNumber extends ZodType<number, number> {}
export interface ZodInt extends ZodNumber {}
export interface ZodBoolean extends ZodType<boolean, boolean> {}
export interface ZodUnknown extends ZodType {}
export interface ZodCustom<Output, Input> extends ZodType<Output, Input> {}
export interface ZodTransform<Output, Input> extends ZodType<Output, Input> {}
export interface ZodLiteral<Value> extends ZodType<Value, Value> {}
export interface ZodEnum<Values> extends ZodType<Values[keyof Values], Values[keyof Values]> {}

export interface ZodOptional<Schema> extends ZodType<output<Schema> | undefined, input<Schema> | undefined> {
  readonly optional: "input" | "output";
}
export interface ZodDefault<Schema> extends ZodType<Exclude<output<Schema>, undefined>, input<Schema> | undefined> {
  readonly optional: "input";
}
export interface ZodNullable<Schema> extends ZodType<output<Schema> | null, input<Schema> | null> {}
export interface ZodPipe<From, To> extends ZodType<output<To>, input<From>> {}
export interface ZodArray<Item> extends ZodType<output<Item>[], input<Item>[]> {}
export interface ZodUnion<Each extends readonly unknown[]> extends ZodType<output<Each[number]>, input<Each[number]>> {}
export interface ZodDiscriminatedUnion<Each extends readonly unknown[], _Key> extends ZodUnion<Each> {}
export interface ZodRecord<_Key, Value> extends ZodType<Record<string, output<Value>>, Record<string, input<Value>>> {}

/** The keys of an object that may be absent on this side: in its input with a default, and on both sides with `optional()`. */
type OptionalKeys<Shape, Side> = {
  [Key in keyof Shape]: Shape[Key] extends { readonly optional: infer Sides }
    ? Side extends Sides
      ? Key
      : never
    : never;
}[keyof Shape];

type RequiredKeys<Shape, Side> = Exclude<keyof Shape, OptionalKeys<Shape, Side>>;

type ValuesOf<Shape, Side extends "input" | "output"> = Flat<
  { -readonly [Key in RequiredKeys<Shape, Side>]: ValueOf<Shape[Key], Side> } & {
    -readonly [Key in OptionalKeys<Shape, Side>]?: ValueOf<Shape[Key], Side>;
  }
>;
type ValueOf<Schema, Side> = Side extends "input" ? input<Schema> : output<Schema>;

/** Joins the keys of both into one type, which editors show as such. */
type Flat<Value> = { [Key in keyof Value]: Value[Key] };

export interface ZodObject<Shape = Record<string, ZodType>, _Config = unknown>
  extends ZodType<ValuesOf<Shape, "output">, ValuesOf<Shape, "input">> {}

export namespace core {
  export type $strip = unknown;
  export type $strict = unknown;
  export type $ZodTypeInternals<_Output = unknown, _Input = unknown> = unknown;
}
