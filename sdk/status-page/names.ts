import * as pulumi from "@pulumi/pulumi";
import { duplicateKey } from "../../errors/page.ts";
import type { RecordKey } from "./plan.ts";
import { type Path, type Problem, render } from "./problem.ts";

/** Returns the logical name of a record. The hub's name is that of the page. */
export const nameOf = (page: string, { kind, key }: Pick<RecordKey, "kind" | "key">): string =>
  kind === "Hub" ? page : `${page}-${key}`;

interface Owner {
  readonly page: string;
  readonly path: Path;
}

/** The logical names of all pages' records, for each program that runs in this process. */
export class PageNames {
  readonly #owners = new WeakMap<pulumi.Resource, Map<string, Owner>>();

  /**
   * Claims the names of a page's records.
   *
   * @returns a problem for each name that another page's record has; Pulumi would only say "duplicate URN"
   */
  claim(page: string, parent: pulumi.Resource | undefined, keys: readonly RecordKey[]): Problem[] {
    // A program that runs on mocks has no stack, and may run repeatedly.
    const stack = pulumi.runtime.getStackResource();
    if (stack === undefined) return [];
    const owners = this.#owners.get(stack) ?? new Map<string, Owner>();
    this.#owners.set(stack, owners);
    return keys.flatMap(({ kind, key, path }): Problem[] => {
      const name = nameOf(page, { kind, key });
      // The parts of the URN.
      const urn = [...typesFrom(parent), kind, name].join(" ");
      const other = owners.get(urn);
      if (other === undefined) {
        owners.set(urn, { page, path });
        return [];
      }
      return [
        {
          path,
          message: duplicateKey.names({ name: JSON.stringify(name), other: render(other.path), page: other.page }),
        },
      ];
    });
  }
}

/** Returns the types of a resource and its ancestors, which the SDK's types don't expose. */
function typesFrom(resource: pulumi.Resource | undefined): string[] {
  const { __pulumiType: type, __parentResource: parent } = (resource ?? {}) as {
    __pulumiType?: string;
    __parentResource?: pulumi.Resource;
  };
  return type === undefined || type === pulumi.runtime.rootPulumiStackTypeName ? [] : [...typesFrom(parent), type];
}
