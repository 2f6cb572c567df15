import { z } from "zod";
import * as field from "../api/field.ts";
import { operation } from "../api/operation.ts";
import { createdAt, defineKind, output, type Property } from "./kind.ts";
import { exactText, nullable, text } from "./value.ts";
import { wireShapes } from "./wire.ts";

/** Documented: the pattern applies to the whole value. */
export const subdomain = field.text.regex(
  /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/,
  'must be a name such as "acme": two or more of a-z, 0-9, - and _, beginning and ending with a letter or digit',
);

const properties = {
  subdomain: {
    wire: "subdomain",
    type: exactText(subdomain),
    required: true,
    doc:
      "Name of the hub in its address and in the paths of the API: two or more of `a-z`, `0-9`, `-` and `_`, beginning and " +
      "ending with a letter or digit. The hub must exist, and is adopted. Changing it later renames the hub in place.",
  },
  name: {
    wire: "name",
    type: text(field.filledText),
    doc: "Name that visitors see. It must not be empty.",
    initially: "the hub keeps its name",
  },
  productUrl: {
    wire: "product_url",
    type: nullable(text(field.text)),
    cleared: null,
    doc: "Where the hub's name and logo link to.",
    initially: "the hub keeps its link",
  },
} as const satisfies Record<string, Property>;

const outputs = {
  type: output("type", field.responseEnum(["primary", "connected"]), "`primary` or `connected`."),
  customDomain: output(
    "custom_domain",
    z.string().nullable(),
    "Alternative domain of the hub, which only StatusHub's support can set.",
  ),
  parentId: output("parent_id", z.int().nullish(), "ID of the primary hub, if this is a connected one."),
  createdAt,
} as const;

export const hubShapes = wireShapes("Hub", { id: field.recordId, properties, outputs, flags: undefined });

export const hubOperations = {
  list: operation("documented", "GET", "/hubs", {
    query: field.pagingQuery.extend({
      type: field.queryChoice(["primary", "connected"]),
      parent_id: field.text.optional(),
      q: field.text.optional(),
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
    "A status page. The API can neither create nor delete a hub, so this resource adopts the hub with the given subdomain " +
    "and brings it to the declared values. Removing it from the program leaves the hub as it is.",
  example: 'const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });',
  operations: { recordId: field.recordId, ...hubOperations },
  label: ["subdomain"],
  identity: ["subdomain"],
  properties,
  outputs,
  find: {
    doc: "Finds a hub by its subdomain or its ID.",
    example: 'const hub = statushub.Hub.find("acme", { subdomain: "acme" });',
    filters: {
      subdomain: { doc: "Subdomain that the hub has now.", type: "string" },
      id: { doc: "ID of the hub in the API.", type: "string" },
    },
  },
});
