import { Metadata } from "@grpc/grpc-js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hub } from "../../model/kinds/hub.ts";
import { StatusHubError } from "../../provider/client/errors.ts";
import * as dynamic from "../../provider/dynamic/errors.ts";
import { PartialError } from "../../provider/lifecycle/record/operation-error.ts";
import * as native from "../../provider/native/errors.ts";
import { written } from "../../provider/results.ts";
import { messages, toStruct, type Values } from "../engine-model/grpc.ts";

/*
 * Whatever is thrown, both providers answer. Pulumi's process for dynamic providers hangs if its own error path throws,
 * and the native provider's process would end with every other operation in it.
 */

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withBoxedValues: true,
});
const text = fc.string({ unit: fc.constantFrom("a", "\n", "\ud800", "\udc00", "é", "\0") });
const outputs = fc.dictionary(fc.string(), fc.oneof(anything, text));
const errors = fc.oneof(
  anything,
  text.map((message) => new Error(message)),
  text.map((message) => new StatusHubError(message)),
  anything.map((id) => Object.assign(new TypeError("a defect"), { id, properties: id, stack: id, message: id })),
  fc
    .record({ message: text, stored: outputs })
    .map((record) => new PartialError(record.message, { recordId: "7", stored: record.stored })),
);

const failing = (error: unknown) => written(hub, {}, Promise.reject(error));

const failureOf = (error: unknown) =>
  dynamic
    .reportingErrors(() => failing(error))
    .then((left) => dynamic.requireWhole(left, { __provider: "pointer" }))
    .catch((thrown: unknown) => thrown);

const callErrorOf = (error: unknown) =>
  failing(error)
    .then((left) => native.requireWhole(left))
    .catch((thrown: unknown) => native.callError(thrown) as native.CallError);

test("[FLT-4] the dynamic provider throws what Pulumi's process can encode", async () => {
  await fc.assert(
    fc.asyncProperty(errors, async (error) => {
      const thrown = (await failureOf(error)) as Error & { id?: string; properties?: Values; reasons?: string[] };
      expect(thrown).toBeInstanceOf(Error);
      expect(typeof `${thrown}: ${thrown.stack}`).toBe("string");
      expect(encodeURI(thrown.message)).toBeDefined();
      expect(thrown.id).toBe(error instanceof PartialError ? "7" : undefined);
      const failed = new messages.ErrorResourceInitFailed()
        .setId(thrown.id ?? "")
        .setProperties(toStruct(thrown.properties ?? {}))
        .setReasonsList(thrown.reasons ?? []);
      expect(failed.serializeBinary().length).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1000 },
  );
});

test("[FLT-4] the native provider returns what gRPC can encode", async () => {
  await fc.assert(
    fc.asyncProperty(errors, async (error) => {
      const { details, metadata } = (await callErrorOf(error)) as native.CallError;
      expect(encodeURI(details)).toBeDefined();
      expect(metadata === undefined).toBe(!(error instanceof PartialError));
      expect(metadata ?? new Metadata()).toBeInstanceOf(Metadata);
    }),
    { numRuns: 1000 },
  );
});
