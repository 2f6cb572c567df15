import * as classes from "./exports.ts";
import { statusPageClass } from "./status-page/class.ts";
import type { StatusPage as Page, PageKeys } from "./status-page/form.ts";

/**
 * A whole status page from one description: a hub with its groups of services, templates, subscriptions and maintenances.
 * The keys of the description become logical names, `<page>-<key>`. Use them to refer to the records, within the
 * description and in the program.
 *
 * @example
 * ```ts
 * const page = new statushub.StatusPage("acme", {
 *   hub: { subdomain: "acme", name: "Acme status" },
 *   groups: { api: { id: 3, services: { api: { name: "API", customId: "api" } } } },
 *   incidentTemplates: { "api-down": { title: "API is down", serviceStatuses: { api: "down" } } },
 * });
 * export const apiId = page.services.api.id;
 * ```
 * @example
 * ```ts
 * const page = statushub.StatusPage.fromFile("acme", "page.yaml");
 * ```
 */
export const StatusPage = statusPageClass(classes);
export type StatusPage<Keys extends PageKeys = PageKeys> = Page<Keys>;
