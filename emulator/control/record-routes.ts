import { Hono } from "hono";
import type { Environment } from "../http/environment.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import type { TableName } from "../state/row.ts";
import type { World } from "../world.ts";
import { createEdits, type SoftTable, toTableName } from "./edits.ts";

type ReadBody = (bindings: Environment["Bindings"]) => Promise<unknown>;

/** Edits behind the API's back over HTTP: `GET`, `PATCH` and `DELETE` under `/_emulator/records/{table}/{id}`. */
export function recordRoutes(world: World, readBody: ReadBody): Hono<Environment> {
  const routes = new Hono<Environment>();
  const edits = createEdits(world);
  routes.get("/:table", (context) =>
    context.json({ data: edits.records(tableName(context.req.param("table")), context.req.query("hub")) }),
  );
  routes.patch("/:table/:id", async (context) => {
    const { table, id } = found(world, context.req.param());
    // jsonObject has made sure that it is an object.
    const changes = await readBody(context.env);
    told(() => edits.edit(table, id, changes as object));
    return context.json(world.store.table(table).find(id));
  });
  routes.delete("/:table/:id", (context) => {
    const { table, id } = found(world, context.req.param());
    // A table whose records know no soft deletion refuses the field, which is told as it is.
    if (context.req.query("soft") === "true") told(() => edits.softDelete(table as SoftTable, id));
    else edits.remove(table, id);
    return context.json({ done: true });
  });
  return routes;
}

function found(world: World, params: { table: string; id: string }): { table: TableName; id: number } {
  const table = tableName(params.table);
  const id = Number(params.id);
  if (!world.store.table(table).find(id)) throw new Refusal(404, `there is no record ${params.id} in ${table}`);
  return { table, id };
}

function tableName(text: string): TableName {
  const name = toTableName(text);
  if (name === undefined) throw new Refusal(404, `there is no table ${text}`);
  return name;
}

function told(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof Error ? invalid("the edit", `failed: ${error.message}`) : error;
  }
}
