import fc from "fast-check";
import { diff } from "../../provider/lifecycle/diff.ts";
import { storedAfterWrite } from "../../provider/lifecycle/forms/stored.ts";
import { secured } from "../../provider/marks.ts";
import { toStruct } from "../engine-model/grpc.ts";
import { full } from "../samples/program.ts";
import { created, hub, readOn } from "./kept.ts";
import type { PureLaw } from "./preview.ts";

/** Any JSON value, as a response may carry it. */
const json = fc.json().map((text): unknown => JSON.parse(text));

/** An item of a list of objects, some of whose keys are missing or have another form. */
const oddStatus = fc.record(
  {
    service_id: json,
    status: json,
    service: json,
    offset_in_min: json,
    offset_type: json,
  },
  { requiredKeys: [] },
);

export const responseLaws: readonly PureLaw[] = [
  {
    id: "FLT-4",
    case: "any value in any field can be read, kept and compared",
    prove(subject) {
      const { definition } = subject;
      const inputs = full(subject);
      const { record, outputs } = created(subject, inputs);
      const fields = Object.keys(record);
      const items = fc
        .oneof(json, fc.array(oddStatus), fc.record({ all: json, services: json }))
        // Objects of a response have their usual prototype.
        .map((value): unknown => JSON.parse(JSON.stringify(value)));
      fc.assert(
        fc.property(fc.constantFrom(...fields), items, (field, value) => {
          const odd = { ...record, [field]: value };
          for (const olds of [outputs, {}]) {
            const read = readOn(definition, odd, olds);
            toStruct(secured(definition, read));
            diff(definition, read, inputs);
            storedAfterWrite(
              { definition, collection: { hub } },
              { stored: olds, live: odd, sent: new Set(Object.keys(inputs)) },
              inputs,
            );
          }
        }),
        { numRuns: 1000, examples: [["id", { toString: null }]] },
      );
    },
  },
];
