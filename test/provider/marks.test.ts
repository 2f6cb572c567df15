import { createRequire } from "node:module";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { type Declared, type Stored, unknown } from "../../model/api/form.ts";
import { hub } from "../../model/kinds/hub.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { pointerTo } from "../../model/pulumi/pointer.ts";
import {
  declaredFrom,
  type Properties,
  ResourceReference,
  secretOf,
  secured,
  storedFrom,
} from "../../provider/marks.ts";
import { plain, type Values } from "../engine-model/grpc.ts";
import { isHidden, markAt, pathsIn } from "../engine-model/marks.ts";

const sdk = createRequire(import.meta.url)("@pulumi/pulumi/runtime/rpc") as Record<string, string>;
const mark = (kind: string | undefined, values: object) => ({ [String(sdk.specialSigKey)]: kind, ...values });

test("the marks are exactly those of Pulumi's SDK", () => {
  expect(unknownMark).toBe(sdk.unknownValue);
  expect(secretOf("x")).toEqual(mark(sdk.specialSecretSig, { value: "x" }));
  const reference = mark(sdk.specialResourceSig, { urn: "urn:one", id: "7" });
  expect(declaredFrom({ hub: reference }).hub).toEqual(new ResourceReference({ urn: "urn:one", id: "7" }));
});

test("unknown values are converted at any depth; secrets arrive without a mark", () => {
  const values: Declared = { name: unknown, services: [{ service: unknown, status: "up" }], label: null };
  expect(declaredFrom(secured(hub, values))).toEqual(values);
  expect(storedFrom({ address: secretOf(unknownMark), other: [secretOf({ a: 1 })] })).toEqual({
    address: unknown,
    other: [{ a: 1 }],
  });
});

test("the compiler tells what a program declares, what a state holds and what Pulumi keeps apart", () => {
  const marked: Properties = {};
  expectTypeOf(declaredFrom(marked)).not.toExtend<Stored>();
  expectTypeOf(storedFrom(marked)).not.toExtend<Declared>();
  expectTypeOf(storedFrom(marked)).not.toExtend<Properties>();
  expectTypeOf(secured(hub, declaredFrom(marked))).not.toExtend<Declared>();
});

test("the pointer and keys without a value don't count as declared", () => {
  const inputs = { __provider: pointerTo("Hub"), name: undefined, title: null };
  expect(Object.keys(declaredFrom(inputs))).toEqual(["title"]);
});

const anyValues = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1, maxKeys: 4 })
  .map((values): Values => JSON.parse(JSON.stringify(values)));

test("a value that a program marks as secret at any depth stays secret, and nothing else becomes secret", () => {
  fc.assert(
    fc.property(anyValues, fc.nat(), (values, choice) => {
      const paths = pathsIn(values).slice(1);
      const path = paths[choice % paths.length] ?? [];
      const kept = secured({ ...hub, properties: {}, outputs: {} }, values, markAt(values, path) as Values);
      expect(isHidden(kept, path)).toBe(true);
      expect(plain(kept)).toEqual(values);
      // A list is a secret as a whole, because its order may differ.
      const list = path.findIndex((step) => typeof step === "number");
      expect(kept).toEqual(markAt(values, list < 0 ? path : path.slice(0, list)));
    }),
  );
});
