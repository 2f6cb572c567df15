import * as pulumi from "@pulumi/pulumi";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import { Hub } from "../hub.ts";
import { grouped, protectedKinds, sections } from "../shapes.ts";
import type { PageRecordKind, PageRecords, StatusPageArgs, StatusPageClass, StatusPageOptions } from "./form.ts";
import { nameOf, PageNames } from "./names.ts";
import { entriesOf, groupedRecordsOf, keysOf, problemsIn, withServices } from "./plan.ts";
import { type Problem, render } from "./problem.ts";
import { readPage } from "./read-page.ts";

/** The classes of a page's records, for one of the two providers. */
type Classes = { readonly [Kind in PageRecordKind]: new (...args: never) => PageRecords[Kind] };

/** Creates the class of pages whose records have these classes. */
export function statusPageClass(classes: Classes): StatusPageClass {
  const names = new PageNames();
  const StatusPage = class extends pulumi.ComponentResource {
    readonly hub: Hub;

    constructor(name: string, page: StatusPageArgs, { recordOptions, ...opts }: StatusPageOptions = {}) {
      rejectProblems(name, problemsIn(page));
      rejectProblems(name, names.claim(name, opts.parent, keysOf(page)));
      super(nativeTypeOf("StatusPage"), name, {}, opts);
      const make = (kind: PageRecordKind, key: string, args: object): pulumi.CustomResource => {
        const options = {
          parent: this,
          ...(protectedKinds.includes(kind) && { protect: opts.protect ?? true }),
          ...withoutUndefined(recordOptions?.(kind, key)),
        };
        // The form is derived from the arguments of the classes, which the compiler can't reverse.
        const Record = classes[kind] as unknown as new (...args: unknown[]) => pulumi.CustomResource;
        return new Record(nameOf(name, { kind, key }), args, options);
      };
      const hub = Hub.isInstance(page.hub) ? page.hub : (make("Hub", "hub", page.hub) as Hub);
      const services = mapEntries(groupedRecordsOf(page), (key, entry) => make(grouped.kind, key, { ...entry, hub }));
      this.hub = hub;
      const others = Object.entries(sections).map(([section, kind]) => {
        const entries: Readonly<Record<string, object | undefined>> = page[section as keyof typeof sections] ?? {};
        const find = (service: string) => services[service];
        return [section, mapEntries(entries, (key, entry) => make(kind, key, { ...withServices(entry, find), hub }))];
      });
      Object.assign(this, { [grouped.section]: services }, Object.fromEntries(others));
      this.registerOutputs({ hub: hub.id, [grouped.section]: mapEntries(services, (_, { id }) => id) });
    }

    static fromFile(name: string, file: string | URL, opts?: StatusPageOptions) {
      return new StatusPage(name, readPage(name, file), opts);
    }
  };
  // The keys of a page, which name its records in the interface, only exist as types.
  return StatusPage as unknown as StatusPageClass;
}

const mapEntries = <Entry, Result>(
  entries: Readonly<Record<string, Entry | undefined>>,
  map: (key: string, entry: Entry) => Result,
): Record<string, Result> => Object.fromEntries(entriesOf(entries).map(([key, entry]) => [key, map(key, entry)]));

/** Throws before anything is registered if a page has problems. */
function rejectProblems(name: string, found: readonly Problem[]): void {
  const problems = found.map(({ path, message }) => `\n  ${render(path)}: ${message}`);
  if (problems.length > 0)
    throw new pulumi.RunError(`Could not make statushub.StatusPage "${name}":${problems.join("")}`);
}

/** Removes options that are undefined, so that they don't override those of the page. */
const withoutUndefined = (options: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
