// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import { type LookupResult, lookup } from "./lookup.ts";
import { dynamicResource, isKind, keepKnownId, withHub } from "./resource.ts";
import { shapes } from "./shapes.ts";
import type { HubScopedArgs, IncidentType, ManagedRecordArgs, ServiceStatus, ServiceStatusName } from "./types.ts";

/** Arguments of an incident template. */
export interface IncidentTemplateArgs extends ManagedRecordArgs {
  /**
   * Title in plain text, without HTML tags. Optional if you set a `body`. @default not managed; null on a new record,
   * and if you remove it
   */
  title?: pulumi.Input<string | null | undefined>;
  /**
   * Text, which can contain basic HTML tags. Optional if you set a `title`. @default not managed; null on a new record,
   * and if you remove it
   */
  body?: pulumi.Input<string | null | undefined>;
  /**
   * Labels for finding the template, in any order. @default not managed; an empty list on a new record, and if you
   * remove it
   */
  labels?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Status of each affected service, in any order. @default not managed; an empty list on a new record, and if you
   * remove it
   */
  serviceStatuses?: pulumi.Input<pulumi.Input<ServiceStatus>[] | undefined>;
  /** Stage that the update sets. @default not managed; null on a new record, and if you remove it */
  incidentType?: pulumi.Input<IncidentType | null | undefined>;
  /**
   * If true, updates made from the template don't notify subscribers. `null` leaves the setting unchanged. A manual
   * switch between null and false goes unnoticed, because StatusHub returns both alike. @default not managed; null on a
   * new record, and if you remove it
   */
  silentUpdate?: pulumi.Input<boolean | null | undefined>;
}

/** Requires title or body, or both. A preview checks that one of them isn't empty. */
export type IncidentTemplateRequirement =
  | { title: IncidentTemplateArgs["title"] }
  | { body: IncidentTemplateArgs["body"] };

/** Filters for listing the incident templates of a hub. */
export interface IncidentTemplateFilter extends HubScopedArgs {
  /** Only templates with this label. */
  label?: pulumi.Input<string | undefined>;
  /** Only templates with exactly this title. */
  title?: pulumi.Input<string | undefined>;
}

/** An incident template that a lookup returns: its ID, and its outputs except secrets. */
export type FoundIncidentTemplate = LookupResult<IncidentTemplate>;

/**
 * Prefilled text and statuses for incidents and their updates, so that your team can post faster. A template only sets
 * the fields that it contains.
 *
 * If somebody deletes it in the control panel, your next `up` with a refresh creates a new one.
 *
 * @example
 * ```ts
 * new statushub.IncidentTemplate("api-down", {
 *   hub,
 *   title: "API is down",
 *   body: "<p>We are looking into it.</p>",
 *   incidentType: "investigating",
 *   labels: ["api"],
 *   serviceStatuses: [{ service: api, status: "down" }],
 * });
 * ```
 */
export class IncidentTemplate extends pulumi.CustomResource {
  /** ID of its hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** Title in plain text, without HTML tags. */
  declare readonly title: pulumi.Output<string | null>;
  /** Text, which can contain basic HTML tags. */
  declare readonly body: pulumi.Output<string | null>;
  /** Labels for finding the template, in any order. */
  declare readonly labels: pulumi.Output<string[]>;
  /** Status of each affected service, in any order. */
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  /** Stage that the update sets. */
  declare readonly incidentType: pulumi.Output<IncidentType | null>;
  /** If true, updates made from the template don't notify subscribers. */
  declare readonly silentUpdate: pulumi.Output<boolean | null>;
  /** Email address of the author: as far as we know, the owner of the key, if the API created it. */
  declare readonly author: pulumi.Output<string | null>;
  /** Time of its creation, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(
    name: string,
    args: IncidentTemplateArgs & IncidentTemplateRequirement,
    opts?: pulumi.CustomResourceOptions,
  ) {
    super(...dynamicResource(shapes.IncidentTemplate, name, args, opts));
    keepKnownId(this, opts);
  }

  /**
   * Reads an incident template by its ID, such as `"1234"`, without managing it. If the hub has no incident template
   * with this ID, the preview or `up` fails.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): IncidentTemplate {
    return new IncidentTemplate(name, args as IncidentTemplateArgs & IncidentTemplateRequirement, { ...opts, id });
  }

  /** Lists the incident templates of a hub. All filters have to match. Sorted by ID. Doesn't manage them. */
  static list(
    name: string,
    filter: IncidentTemplateFilter,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.Output<FoundIncidentTemplate[]> {
    return lookup<{ incidentTemplates: FoundIncidentTemplate[] }>(
      "getIncidentTemplates",
      name,
      withHub(`IncidentTemplate.list("${name}")`, filter),
      opts,
    ).incidentTemplates;
  }

  /** Checks whether an object is a IncidentTemplate of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is IncidentTemplate {
    return isKind(object, "IncidentTemplate");
  }
}
