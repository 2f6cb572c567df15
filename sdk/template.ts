import type * as pulumi from "@pulumi/pulumi";
import type { HubChildArgs, RecordArgs } from "./hub-child.ts";
import type { ServiceStatus } from "./service-reference.ts";

/** What templates of incidents and of maintenances have in common, beside their title and body. */
export interface TemplateArgs extends RecordArgs {
  /**
   * Labels by which the template is found. Their order means nothing. Removing the declaration removes all of them.
   *
   * Documented: Incident Update Template, `labels`.
   * @default not managed: none on a new template
   */
  labels?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * The status of each affected service. Their order means nothing. Removing the declaration empties the list.
   *
   * Documented: Incident Update Template, `service_statuses`; each item has a service and one of three statuses.
   * @default not managed: none on a new template
   */
  serviceStatuses?: pulumi.Input<pulumi.Input<ServiceStatus>[] | undefined>;
}

/** What selects templates of a hub; without more than the hub, all of them. */
export interface TemplateFilter extends HubChildArgs {
  /** A label that they have. */
  label?: pulumi.Input<string | undefined>;
  /** Their exact title. */
  title?: pulumi.Input<string | undefined>;
}

/** A title, or a body, or both. One of them must not be empty, which is checked in preview. */
export type TitleOrBody =
  | {
      /**
       * Title, plain text without HTML tags; null for none. Removing the declaration sets it to null. May be left out if
       * there is a body.
       *
       * Documented: Incident Update Template, `title`.
       * @default not managed: none on a new template
       */
      title: pulumi.Input<string | null | undefined>;
      /**
       * Text with basic HTML tags; null for none. Removing the declaration sets it to null. May be left out if there is a
       * title.
       *
       * Documented: Incident Update Template, `body`.
       * @default not managed: none on a new template
       */
      body?: pulumi.Input<string | null | undefined>;
    }
  | { title?: pulumi.Input<string | null | undefined>; body: pulumi.Input<string | null | undefined> };
