import * as pulumi from "@pulumi/pulumi";
import { Hub } from "../hub.ts";
import type { IncidentTemplate } from "../incident-template.ts";
import type { Maintenance } from "../maintenance.ts";
import type { MaintenanceTemplate } from "../maintenance-template.ts";
import type { Service } from "../service.ts";
import type { Subscription } from "../subscription.ts";
import type { PageKeys, StatusPageArgs } from "./form.ts";
import { nameOf, PageNames } from "./names.ts";
import { entriesOf, keysOf, problemsIn, servicesOf, withServices } from "./plan.ts";
import { type Problem, render } from "./problem.ts";
import { readPage } from "./read-page.ts";

/** The records of a page by their kinds. */
interface Records {
  Hub: Hub;
  Service: Service;
  IncidentTemplate: IncidentTemplate;
  MaintenanceTemplate: MaintenanceTemplate;
  Subscription: Subscription;
  Maintenance: Maintenance;
}

/** A kind of record on a page. */
export type PageRecordKind = keyof Records;

/** Options of a page. */
export interface StatusPageOptions extends pulumi.ComponentResourceOptions {
  /**
   * Protects every record of the page, or none.
   *
   * @default the services are protected: a deleted one cannot be restored, and its history and its token are gone; all
   * else an `up` makes again from the page
   */
  protect?: boolean;
  /**
   * Options of one record, such as `aliases` or `ignoreChanges`. They win over those of the page.
   *
   * @param key the record's key on the page; of the hub, `hub`
   */
  recordOptions?: (kind: PageRecordKind, key: string) => pulumi.CustomResourceOptions;
}

/**
 * The records of a page, by its keys. They are children of the page. The hub has the page's own name, every other one
 * `<page>-<key>`: neither the order nor the group of a record is part of its identity.
 */
export interface StatusPage<Keys extends PageKeys = PageKeys> extends pulumi.ComponentResource {
  readonly hub: Hub;
  readonly services: { readonly [Key in Keys["services"]]: Service };
  readonly incidentTemplates: { readonly [Key in Keys["incidentTemplates"]]: IncidentTemplate };
  readonly maintenanceTemplates: { readonly [Key in Keys["maintenanceTemplates"]]: MaintenanceTemplate };
  readonly subscriptions: { readonly [Key in Keys["subscriptions"]]: Subscription };
  readonly maintenances: { readonly [Key in Keys["maintenances"]]: Maintenance };
}

export interface StatusPageClass {
  new <
    Services extends string,
    IncidentTemplates extends string,
    MaintenanceTemplates extends string,
    Subscriptions extends string,
    Maintenances extends string,
  >(
    name: string,
    args: StatusPageArgs<PageKeys<Services, IncidentTemplates, MaintenanceTemplates, Subscriptions, Maintenances>>,
    opts?: StatusPageOptions,
  ): StatusPage<PageKeys<Services, IncidentTemplates, MaintenanceTemplates, Subscriptions, Maintenances>>;
  /**
   * Makes a page from a file, in YAML or JSON.
   *
   * @param file a path from the folder of the program, or the URL of a file
   * @throws one error that lists every mistake in the file, with its place and line
   */
  fromFile(name: string, file: string | URL, opts?: StatusPageOptions): StatusPage;
}

/** The classes of a page's records, on one of the two ways. */
type Classes = { readonly [Kind in PageRecordKind]: new (...args: never) => Records[Kind] };

/** The class of pages whose records are of these classes. */
export function statusPageClass(classes: Classes): StatusPageClass {
  const names = new PageNames();
  const StatusPage = class extends pulumi.ComponentResource {
    readonly hub: Hub;
    readonly services: Readonly<Record<string, Service>>;
    readonly incidentTemplates: Readonly<Record<string, IncidentTemplate>>;
    readonly maintenanceTemplates: Readonly<Record<string, MaintenanceTemplate>>;
    readonly subscriptions: Readonly<Record<string, Subscription>>;
    readonly maintenances: Readonly<Record<string, Maintenance>>;

    constructor(name: string, page: StatusPageArgs, { recordOptions, ...opts }: StatusPageOptions = {}) {
      rejectProblems(name, problemsIn(page));
      rejectProblems(name, names.claim(name, opts.parent, keysOf(page)));
      super("statushub:index:StatusPage", name, {}, opts);
      const make = <Kind extends PageRecordKind>(kind: Kind, key: string, args: object): Records[Kind] => {
        const options = {
          parent: this,
          ...(kind === "Service" && { protect: opts.protect ?? true }),
          ...withoutUndefined(recordOptions?.(kind, key)),
        };
        // The form is derived from the arguments of the classes, which the compiler cannot follow back.
        const Record = classes[kind] as new (...args: unknown[]) => Records[Kind];
        return new Record(nameOf(name, { kind, key }), args, options);
      };
      const hub = Hub.isInstance(page.hub) ? page.hub : make("Hub", "hub", page.hub);
      const makeEach = <Kind extends PageRecordKind>(
        kind: Kind,
        section: Readonly<Record<string, object | undefined>>,
      ) =>
        mapEntries(section, (key, entry) =>
          make(kind, key, { ...withServices(entry, (service) => this.services[service]), hub }),
        );
      this.hub = hub;
      this.services = makeEach("Service", servicesOf(page));
      this.incidentTemplates = makeEach("IncidentTemplate", page.incidentTemplates ?? {});
      this.maintenanceTemplates = makeEach("MaintenanceTemplate", page.maintenanceTemplates ?? {});
      this.subscriptions = makeEach("Subscription", page.subscriptions ?? {});
      this.maintenances = makeEach("Maintenance", page.maintenances ?? {});
      this.registerOutputs({ hub: hub.id, services: mapEntries(this.services, (_, { id }) => id) });
    }

    static fromFile(name: string, file: string | URL, opts?: StatusPageOptions) {
      return new StatusPage(name, readPage(name, file), opts);
    }
  };
  // The keys of a page, by which the interface names its records, are types alone.
  return StatusPage as unknown as StatusPageClass;
}

const mapEntries = <Entry, Result>(
  entries: Readonly<Record<string, Entry | undefined>>,
  map: (key: string, entry: Entry) => Result,
): Record<string, Result> => Object.fromEntries(entriesOf(entries).map(([key, entry]) => [key, map(key, entry)]));

/** Nothing is registered of a page that is wrong. */
function rejectProblems(name: string, found: readonly Problem[]): void {
  const problems = found.map(({ path, message }) => `\n  ${render(path)}: ${message}`);
  if (problems.length > 0)
    throw new pulumi.RunError(`Could not make statushub.StatusPage "${name}":${problems.join("")}`);
}

/** An option that is undefined is not given: it must not take off what the page has. */
const withoutUndefined = (options: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
