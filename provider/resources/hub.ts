import * as field from "../../api/field.ts";
import { subdomain } from "../../api/hub.ts";
import { operations } from "../../api/operations.ts";
import { answered, defineResource } from "./define.ts";
import { nullable, plain, text } from "./value.ts";

/** A status page. The API has no create and no delete for it, so it is adopted, and left as it is in the end. */
export const hub = defineResource({
  kind: "Hub",
  operations: {
    recordId: field.recordId,
    list: operations.listHubs,
    get: operations.getHub,
    update: operations.updateHub,
  },
  label: ["subdomain"],
  identity: ["subdomain"],
  properties: {
    subdomain: { wire: "subdomain", type: plain(subdomain), required: true },
    name: { wire: "name", type: text(field.filledText) },
    productUrl: { wire: "product_url", type: nullable(text(field.text)), cleared: null },
  },
  outputs: {
    type: answered("type"),
    customDomain: answered("custom_domain"),
    parentId: answered("parent_id"),
    createdAt: answered("created_at"),
  },
});
