import * as field from "../../api/field.ts";
import { operations } from "../../api/operations.ts";
import { answered, defineResource } from "./define.ts";
import { id, nullable, text } from "./value.ts";

/** A component of the status page. Its status is not a property: it follows from incidents and maintenances. */
export const service = defineResource({
  kind: "Service",
  operations: {
    recordId: field.recordId,
    list: operations.listServices,
    get: operations.getService,
    create: operations.createService,
    update: operations.updateService,
    delete: operations.deleteService,
  },
  // Documented: valid in the scope of a primary or standalone hub.
  onPrimaryHubs: true,
  label: ["name"],
  // Documented: unique within a hub.
  identity: ["customId"],
  properties: {
    groupId: { wire: "group_id", type: id(field.recordId), required: true, seenInUse: "group" },
    name: { wire: "name", type: text(field.filledText), required: true },
    publicName: { wire: "public_name", type: nullable(text(field.text)), cleared: null },
    description: { wire: "description", type: nullable(text(field.text)), cleared: null },
    customId: { wire: "custom_id", type: nullable(text(field.text)), cleared: null },
  },
  outputs: {
    token: { ...answered("token"), secret: true },
    archived: { read: ({ flags }) => (flags as { archived?: unknown } | undefined)?.archived },
    createdAt: answered("created_at"),
  },
});
