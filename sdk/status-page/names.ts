import * as pulumi from "@pulumi/pulumi";
import type { PageProblem } from "../../model/page/problem.ts";
import { PageNames, type PlannedRecord } from "../../model/page/records.ts";

/** The logical names of all pages' records, for each program that runs in this process. */
export class ProgramNames {
  readonly #names = new WeakMap<pulumi.Resource, PageNames>();

  /**
   * Claims the names of a page's records.
   *
   * @returns a problem for each name that another page's record has
   */
  claim(page: string, parent: pulumi.Resource | undefined, plan: readonly PlannedRecord[]): PageProblem[] {
    // A program that runs on mocks has no stack, and may run repeatedly.
    const stack = pulumi.runtime.getStackResource();
    if (stack === undefined) return [];
    const names = this.#names.get(stack) ?? new PageNames();
    this.#names.set(stack, names);
    return names.claim(page, typesFrom(parent).join(" "), plan);
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
