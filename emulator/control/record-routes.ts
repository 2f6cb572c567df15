import { Hono } from "hono";
import { z } from "zod";
import { flag, text } from "../../api/field.ts";
import { duration } from "../../kinds/maintenance-template.ts";
import { serviceStatuses } from "../../kinds/service-status.ts";
import { servicesSelection } from "../../kinds/subscription.ts";
import type { Environment } from "../http/environment.ts";
import { Refusal } from "../http/refusal.ts";
import { parsed } from "../http/validation.ts";
import type { TableName } from "../state/row.ts";
import { tableNames } from "../state/store.ts";
import type { World } from "../world.ts";
import { createTemplates, templateTables } from "./apply-template.ts";
import { createEdits, softTables } from "./edits.ts";
import { createSelfService } from "./self-service.ts";

type ReadBody = (bindings: Environment["Bindings"]) => Promise<object>;

const done = { done: true };

/** Edits by hand over HTTP: under `/_emulator/records/{table}/{id}`. */
export function recordRoutes(world: World, readBody: ReadBody): Hono<Environment> {
  const routes = new Hono<Environment>();
  const edits = createEdits(world);
  routes.get("/:table", ({ req, json }) =>
    json({ data: edits.records(found(tableNames, req.param("table")), req.query("hub")) }),
  );
  routes.patch("/:table/:id", async ({ req, env, json }) => {
    const table: TableName = found(tableNames, req.param("table"));
    const id = Number(req.param("id"));
    edits.edit(table, id, await readBody(env));
    return json(world.store.table(table).find(id));
  });
  routes.delete("/:table/:id", ({ req, json }) => {
    const id = Number(req.param("id"));
    if (req.query("soft") === "true") edits.softDelete(found(softTables, req.param("table")), id);
    else edits.remove(found(tableNames, req.param("table")), id);
    return json(done);
  });
  return routes;
}

const draftBody = z
  .strictObject({
    title: text,
    body: text,
    incident_type: text,
    service_statuses: serviceStatuses,
    silent: flag,
    duration,
  })
  .partial();

/** What people do in the control panel and recipients do themselves: under `/_emulator`. */
export function peopleRoutes(world: World, readBody: ReadBody): Hono<Environment> {
  const routes = new Hono<Environment>();
  const templates = createTemplates(world);
  const selfService = createSelfService(world);
  routes.post("/templates/:table/:id/apply", async ({ req, env, json }) => {
    const draft = parsed(draftBody, await readBody(env));
    return json(templates.applyTemplate(found(templateTables, req.param("table")), Number(req.param("id")), draft));
  });
  routes.put("/subscriptions/:id/services", async ({ req, env, json }) => {
    selfService.selectServices(Number(req.param("id")), parsed(servicesSelection, await readBody(env)));
    return json(done);
  });
  routes.delete("/subscriptions/:id", ({ req, json }) => {
    selfService.unsubscribe(Number(req.param("id")));
    return json(done);
  });
  return routes;
}

/** The one of some names that a path has. */
function found<Name extends string>(names: readonly Name[], text: string): Name {
  const name = names.find((candidate) => candidate === text);
  if (name === undefined) throw new Refusal(404, `there is no table ${text} here, but ${names.join(", ")}`);
  return name;
}
