import { z } from "zod";
import * as field from "../api/field.ts";
import { createdAt, defineKind, output, type Property } from "./kind.ts";
import { id, nullable, text } from "./value.ts";
import { recordOperations, wireShapes } from "./wire.ts";

const properties = {
  groupId: {
    wire: "group_id",
    type: id,
    required: true,
    seenInUse: "group",
    doc:
      "ID of the group that the service belongs to. Changing it moves the service in place. The API has no operation for " +
      "groups, so create them in the control panel.",
  },
  name: {
    wire: "name",
    type: text(field.filledText),
    required: true,
    doc: "Name of the service. It must not be empty.",
  },
  publicName: {
    wire: "public_name",
    type: nullable(text(field.text)),
    cleared: null,
    doc: "Name that visitors and subscribers see instead of `name`.",
  },
  description: {
    wire: "description",
    type: nullable(text(field.text)),
    cleared: null,
    doc: "Tooltip on the page.",
  },
  customId: {
    wire: "custom_id",
    type: nullable(text(field.text)),
    cleared: null,
    doc:
      "Your own identifier, unique within the hub. With one, the provider finds the service again if the response to its " +
      "create gets lost, and `adopt: true` works.",
  },
} as const satisfies Record<string, Property>;

const outputs = {
  token: {
    ...output("token", z.string(), "Credential by which integrations create events on this service. Secret."),
    secret: true,
  },
  archived: {
    schema: z.boolean(),
    doc: "Whether the service was archived in the control panel.",
    read: ({ flags }: Record<string, unknown>) => (flags as { archived?: unknown } | undefined)?.archived,
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
    "A component of a status page. Its status is not a property: it follows from incidents and maintenances, so a deploy " +
    "never changes what visitors see of a running incident.\n\n" +
    "An archived service stays managed: it is read and updated like any other, and `archived` is true.",
  example: 'const api = new statushub.Service("api", { hub, groupId: 3, name: "API", customId: "api" });',
  operations: { recordId: field.recordId, ...serviceOperations },
  // Documented: valid in the scope of a primary or standalone hub.
  onPrimaryHubs: true,
  // Its history and its token are lost with it.
  protectedOnPages: true,
  groupedBy: "groupId",
  label: ["name"],
  // Documented: unique within a hub. Inferred (freed-values): not taken by a deleted service.
  identity: ["customId"],
  properties,
  outputs,
  find: {
    doc: "Finds the only service with a custom ID or a name. Fails if none or several match.",
    example: 'const database = statushub.Service.find("db", { hub: "acme", customId: "db" });',
    filters: {
      id: { doc: "ID of the service in the API.", type: "string" },
      customId: { doc: "Your own identifier of the service.", type: "string" },
      name: { doc: "Exact name of the service. With `customId`, both must match.", type: "string" },
    },
  },
  list: {
    doc: "Lists the services of a hub, all of them or those that match every argument.",
    example:
      'const services = statushub.Service.list("databases", { hub: "acme", groupId: 3 });\n' +
      "export const names = services.apply((all) => all.map(({ name }) => name));",
    filters: {
      groupId: { doc: "ID of the group that the services belong to.", type: "integer" },
      archived: { doc: "Whether the services were archived in the control panel.", type: "boolean" },
    },
  },
});
