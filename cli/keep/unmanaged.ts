import { kebab } from "../../model/kinds/kind.ts";
import { nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { advise, type Whereabouts } from "../advice.ts";
import type { DriftReport } from "../drift/facts.ts";
import { slug } from "../program/names.ts";
import type { ProjectFolder } from "../project/folder.ts";
import { stackRecords } from "../project/record.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { NewRecord } from "./facts.ts";

/** Says how to begin to manage the records that no stack manages. */
export function createNewRecords(
  stacks: readonly Pick<PlannedStack, "resources">[],
  { hubs }: DriftReport,
  { runtime }: ProjectFolder,
  whereabouts: Whereabouts,
): NewRecord[] {
  const taken = new Set(stacks.flatMap(({ resources }) => stackRecords(resources)).map(keyOf));
  return hubs.flatMap(({ hub, unmanaged }) =>
    unmanaged.map(({ kind, id, label }) => {
      // Pulumi can't import a dynamic resource by its ID.
      if (runtime === "nodejs") return { hub, kind, id, label, how: `adopt: "${id}"` };
      const short = slug(label) || kebab(kind);
      const name = taken.has(keyOf({ kind, name: short })) ? `${short}-${id}` : short;
      taken.add(keyOf({ kind, name }));
      const [subdomain = hub] = hub.split(" ");
      return {
        hub,
        kind,
        id,
        label,
        how: advise("pulumi", ["import", nativeTypeOf(kind), name, `${subdomain}/${id}`], whereabouts),
      };
    }),
  );
}

const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} ${name}`;
