import { z } from "zod";
import * as field from "../api/field.ts";
import { operation } from "../api/operation.ts";
import { defineKind } from "./kind.ts";
import { createdAt, output, type Property } from "./property.ts";
import { exactText, nullable, text } from "./value-type.ts";
import { wireShapes } from "./wire-shapes.ts";

/** Documented: the pattern applies to the whole value. */
export const subdomain = field.anyText.regex(
  /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/,
  'must be a name such as "acme": two or more of a-z, 0-9, - and _, beginning and ending with a letter or digit',
);

const properties = {
  subdomain: {
    key: "subdomain",
    type: exactText(subdomain),
    required: true,
    doc: "Subdomain of an existing hub, such as `acme` for `acme.statushub.io`. If you change it later, Pulumi renames the hub in place.",
  },
  name: {
    key: "name",
    type: text(field.filledText),
    doc: "Name that visitors see. Can't be empty.",
    initially: "the name that the hub has",
  },
  productUrl: {
    key: "product_url",
    type: nullable(text(field.anyText)),
    cleared: null,
    doc: "URL that the hub's name and logo link to.",
    initially: "the link that the hub has",
  },
} as const satisfies Record<string, Property>;

const outputs = {
  type: output("type", field.responseEnum(["primary", "connected"]), "Type of the hub: `primary` or `connected`."),
  customDomain: output(
    "custom_domain",
    z.string().nullable(),
    "The hub's own domain, if it has one. Only StatusHub support can set it.",
  ),
  parentId: output("parent_id", z.int().nullish(), "ID of the primary hub, if this is a connected hub."),
  createdAt,
} as const;

export const hubShapes = wireShapes("Hub", { id: field.recordId, properties, outputs, flags: undefined });

export const hubOperations = {
  list: operation("documented", "GET", "/hubs", {
    query: field.pagingQuery.extend({
      type: field.queryChoice(["primary", "connected"]),
      parent_id: field.anyText.optional(),
      q: field.anyText.optional(),
      sort_prop: field.queryChoice(["position", "created_at", "start_time"]),
      sort_dir: field.queryChoice(["asc", "desc"]),
      per_parent_sort: field.queryChoice(["true", "false"]),
    }),
    response: field.pageOf(hubShapes.record),
  }),
  get: operation("documented", "GET", "/hubs/{subdomain}", { response: hubShapes.record }),
  update: operation("documented", "PUT", "/hubs/{subdomain}", { body: hubShapes.update, response: hubShapes.record }),
};

export const hub = defineKind({
  kind: "Hub",
  plural: "hubs",
  doc:
    "A status page, which you create in the control panel. This resource adopts the hub with your subdomain and updates it to match your " +
    "program. If you remove it from your program, the hub stays as it is.",
  operations: { recordId: field.recordId, ...hubOperations },
  label: ["subdomain"],
  title: ["name"],
  noticedBy: "page",
  identity: ["subdomain"],
  properties,
  outputs,
  find: {
    doc: "Finds a hub. Fails unless the key can see it.",
    filters: {
      subdomain: { doc: "Subdomain of the hub.", type: "string" },
      id: { doc: "ID of the hub in the API. Pass this or `subdomain`.", type: "string" },
    },
  },
});

/** Declares the hub of a record by its subdomain. A text of digits would be an ID. */
export const hubCalled = (name: string): string | { readonly subdomain: string } =>
  field.recordIdText.test(name) ? { subdomain: name } : name;
