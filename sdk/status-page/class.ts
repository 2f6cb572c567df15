import * as pulumi from "@pulumi/pulumi";
import { describeProblems, type PageProblem } from "../../model/page/problem.ts";
import { PageNames, type PlannedRecord, planPage, problemsIn } from "../../model/page/records.ts";
import { grouped, sections } from "../../model/page/sections.ts";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import { Hub } from "../hub.ts";
import type { PageRecordKind, PageRecords, StatusPageArgs, StatusPageClass } from "./form.ts";
import type { StatusPageOptions } from "./options.ts";
import { readPageFile } from "./read-page.ts";

/** The classes of a page's records, for one of the two providers. */
type Classes = { readonly [Kind in PageRecordKind]: new (...args: never) => PageRecords[Kind] };

export function statusPageClass(classes: Classes): StatusPageClass {
  const names = new ProgramNames();
  const StatusPage = class extends pulumi.ComponentResource {
    readonly hub: Hub;

    constructor(name: string, page: StatusPageArgs, opts: StatusPageOptions = {}) {
      const { recordOptions: _, ...options } = opts;
      const own = Hub.isInstance(page.hub) ? page.hub : undefined;
      const plan = planPage(name, { ...page, ...(own && { hub: undefined }) });
      rejectProblems(name, problemsIn(page));
      rejectProblems(name, names.claim(name, opts.parent, plan));
      super(nativeTypeOf("StatusPage"), name, {}, options);
      const records = new Map([grouped.section, ...Object.keys(sections)].map((section) => [section, new Map()]));
      const find = (key: string) => records.get(grouped.section)?.get(key);
      let hub = own;
      for (const planned of plan) {
        // The form is derived from the arguments of the classes, which the compiler can't reverse.
        const Record = classes[planned.kind as PageRecordKind] as unknown as new (
          ...args: unknown[]
        ) => pulumi.Resource;
        const args = { ...planned.argumentsWith(find), ...(hub && { hub }) };
        const record = new Record(planned.name, args, optionsOf(planned, this, opts));
        if (planned.section === "hub") hub = record as Hub;
        else records.get(planned.section)?.set(planned.key, record);
      }
      this.hub = hub as Hub;
      for (const [section, byKey] of records) Object.assign(this, { [section]: Object.fromEntries(byKey) });
      const services = [...(records.get(grouped.section) ?? [])];
      const ids = Object.fromEntries(services.map(([key, { id }]) => [key, id]));
      this.registerOutputs({ hub: this.hub.id, [grouped.section]: ids });
    }

    static fromFile(name: string, file: string | URL, opts?: StatusPageOptions) {
      return new StatusPage(name, readPageFile(name, file), opts);
    }
  };
  // The keys of a page, which name its records in the interface, only exist as types.
  return StatusPage as unknown as StatusPageClass;
}

/** Returns the options of a record. Those from `recordOptions` win, except that aliases are added. */
function optionsOf(
  { kind, key, formerName, isProtected }: PlannedRecord,
  parent: pulumi.Resource,
  { protect, recordOptions }: StatusPageOptions,
): pulumi.CustomResourceOptions {
  const given = withoutUndefined(recordOptions?.(kind as PageRecordKind, key));
  const aliases = [...(given.aliases ?? []), ...(formerName === undefined ? [] : [{ name: formerName }])];
  return { parent, ...(isProtected && { protect: protect ?? true }), ...given, aliases };
}

/** Throws before anything is registered if a page has problems. */
function rejectProblems(name: string, problems: readonly PageProblem[]): void {
  if (problems.length > 0) throw new pulumi.RunError(describeProblems(name, problems));
}

/** Removes options that are undefined, so that they don't override those of the page. */
const withoutUndefined = (options: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** The logical names of all pages' records, for each program that runs in this process. */
class ProgramNames {
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
