import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { unknown } from "../../provider/lifecycle/unknown.ts";
import { fromPulumi, ResourceReference, Secret, toPulumi, unknownMark } from "../../provider/marks.ts";
import { pointerTo } from "../../provider/pointer.ts";

const sdk = createRequire(import.meta.url)("@pulumi/pulumi/runtime/rpc") as Record<string, string>;
const mark = (kind: string | undefined, values: object) => ({ [String(sdk.specialSigKey)]: kind, ...values });

test("the marks are exactly those of Pulumi's SDK", () => {
  expect(unknownMark).toBe(sdk.unknownValue);
  expect(toPulumi({ token: new Secret("x") })).toEqual({ token: mark(sdk.specialSecretSig, { value: "x" }) });
  const reference = mark(sdk.specialResourceSig, { urn: "urn:one", id: "7" });
  expect(fromPulumi({ hub: reference }).hub).toEqual(new ResourceReference({ urn: "urn:one", id: "7" }));
});

test("unknown values are converted at any depth; secrets arrive without a mark", () => {
  const values = { name: unknown, services: [{ service: unknown, status: "up" }], label: null };
  expect(fromPulumi(toPulumi(values))).toEqual(values);
  expect(fromPulumi(toPulumi({ address: new Secret(unknown), other: [new Secret({ a: 1 })] }))).toEqual({
    address: unknown,
    other: [{ a: 1 }],
  });
});

test("the pointer and keys without a value don't count as declared", () => {
  expect(Object.keys(fromPulumi({ __provider: pointerTo("Hub"), name: undefined, title: null }))).toEqual(["title"]);
});
