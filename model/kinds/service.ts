import { z } from "zod";
import * as field from "../api/field.ts";
import { defineKind } from "./kind.ts";
import { createdAt, output, type Property } from "./property.ts";
import { recordOperations } from "./record-operations.ts";
import { id, nullable, text } from "./value-type.ts";
import { wireShapes } from "./wire-shapes.ts";

const properties = {
  groupId: {
    key: "group_id",
    type: id,
    required: true,
    doc:
      "ID of the group, which you create in the control panel. If you change it, the service moves to that group. " +
      "`pulumi-statushub adopt <hub> --json` shows it as `group_id` of the services in the group; in an empty one, first create a service in " +
      "the control panel.",
  },
  name: {
    key: "name",
    type: text(field.filledText),
    noticedBy: "editors",
    required: true,
    doc: "Name of the service. Can't be empty.",
  },
  publicName: {
    key: "public_name",
    // If the title changes with it, visitors notice that.
    noticedBy: "editors",
    type: nullable(text(field.anyText)),
    cleared: null,
    doc: "Name that your visitors and subscribers see instead of `name`.",
  },
  description: {
    key: "description",
    type: nullable(text(field.anyText)),
    cleared: null,
    doc: "Text that the page shows as a tooltip.",
  },
  customId: {
    key: "custom_id",
    noticedBy: "editors",
    type: nullable(text(field.anyText)),
    cleared: null,
    doc:
      "Your own identifier, unique within the hub. Set it: with it, the provider finds your service after a lost response, and with " +
      "`adopt: true`.",
  },
} as const satisfies Record<string, Property>;

const isArchived = ({ flags }: Record<string, unknown>) => (flags as { archived?: unknown } | undefined)?.archived;

const outputs = {
  token: {
    ...output("token", z.string(), "Secret that integrations use to create events on this service."),
    secret: true,
  },
  archived: {
    schema: z.boolean(),
    doc: "Whether somebody archived the service in the control panel.",
    read: isArchived,
  },
  createdAt,
} as const;

export const serviceShapes = wireShapes("Service", {
  id: field.recordId,
  properties,
  outputs,
  flags: { archived: z.boolean(), deleted: z.boolean() },
});

export const serviceOperations = recordOperations(serviceShapes, {
  path: "/hubs/{subdomain}/services/{service_id}",
  query: field.versionQuery,
  listQuery: field.pagingQuery.extend(field.deletedQuery),
  inferredQuery: ["deleted"],
  // Inferred (service-list, service-delete): both exist. Inferred (service-put): the PUT is partial.
  inferred: ["list", "delete"],
});

export const service = defineKind({
  kind: "Service",
  plural: "services",
  doc:
    "A component of your status page. You don't set its status: open incidents and maintenances that have begun determine it.\n\n" +
    "If you archive a service in the control panel, Pulumi still manages it, `archived` is true, and `drift` reports it.\n\n" +
    "Visitors see each name once in a group: a service that would show them one twice isn't created, unless you declare `adopt: false`.",
  operations: { recordId: field.recordId, ...serviceOperations },
  // Documented: valid in the scope of a primary or standalone hub.
  onPrimaryHubs: true,
  isSeen: (live) => isArchived(live) !== true,
  groupedBy: "groupId",
  label: ["name"],
  title: ["publicName", "name"],
  noticedBy: "page",
  // Documented: unique within a hub. Inferred (freed-values): not taken by a deleted service.
  identity: ["customId"],
  properties,
  outputs,
  find: {
    doc: "Finds a service. Fails unless exactly one service matches.",
    filters: {
      id: { doc: "ID of the service in the API.", type: "string" },
      customId: { doc: "Your own identifier of the service.", type: "string" },
      name: { doc: "Exact name of the service.", type: "string" },
    },
  },
  list: {
    doc: "Lists the services of a hub. All filters have to match.",
    filters: {
      groupId: { doc: "Only services of the group with this ID.", type: "integer" },
      archived: { doc: "Only services that are archived, or with `false`, only those that aren't.", type: "boolean" },
    },
  },
});
