import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { isObject } from "../model/api/object.ts";
import type { OperationName } from "../model/kinds/operations.ts";
import type { Clock } from "./clock.ts";
import { createEmulation, type Emulation } from "./emulation.ts";
import { announcedTo } from "./events/outbox.ts";
import type { Followed } from "./followed.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { recordOf } from "./resources/record.ts";
import { basePath, routeOf } from "./route.ts";
import { createApi, listen, type Prepare } from "./server.ts";
import { type TableName, type Tables, tables } from "./tables/index.ts";

/*
 * The entry for the CLI, which plays an update on a copy of a page. The copy begins empty and holds the records that somebody
 * puts there as they are, whatever the rules of the API say.
 */

export type { Followed } from "./followed.ts";
export type { RoutedRequest } from "./http/request.ts";
export { HttpError } from "./http-error.ts";
export type { TableName, Tables } from "./tables/index.ts";
export type { Prepare };
export { announcedTo };

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a row that nobody knows yet: a list shows records in part, and no response shows everything. */
const initially: { readonly [Name in TableName]?: Fields } = {
  hubs: { position: 1, shared_groups: [], shared_services: "all" },
  services: { archived: false },
  incident_templates: { labels: [], service_statuses: [] },
  maintenance_templates: { labels: [], service_statuses: [] },
  subscriptions: {
    configuration: {},
    less_verbose: false,
    protected: false,
    services_selection: { all: false, service_ids: [] },
  },
  maintenances: {
    body: "",
    event_notifications: [],
    service_statuses: [],
    silent: false,
    state: "published",
    suppress_events: false,
  },
};

/** The records of an account, as far as they have been put here. */
export class HeldAccount {
  /** What has followed from guesses, in order. */
  readonly followed: Followed[] = [];
  readonly #emulation: Emulation;

  /** @param key the only API key that it accepts */
  constructor(key: string, clock: Clock) {
    const keys = [{ key, role: "admin" as const, owner: "" }];
    const hubs = [{ subdomain: "none", name: "A preset has a hub" }];
    this.#emulation = createEmulation({ clock, limits: "off", preset: { hubs, keys } }, undefined, (each) => {
      this.followed.push(each);
    });
    this.#emulation.restore({ rows: {}, lastIds: {} });
  }

  get requests(): readonly LoggedRequest[] {
    return this.#emulation.log.entries;
  }

  find<Name extends TableName>(table: Name, id: number): Tables[Name] | undefined {
    return this.#emulation.store.table(table).find(id);
  }

  all<Name extends TableName>(table: Name): readonly Tables[Name][] {
    return this.#emulation.store.table(table).all();
  }

  hubNamed = (subdomain: string): Tables["hubs"] | undefined =>
    this.#emulation.store.table("hubs").findBy("subdomain", subdomain);

  /** Returns a whole row; undefined if the emulator can't hold such a record. */
  rowOf<Name extends TableName>(table: Name, fields: Fields): Tables[Name] | undefined {
    const { shape } = tables[table].row;
    const empty = Object.fromEntries(Object.keys(shape).map((name) => [name, null]));
    const given = { ...empty, deleted: false, ...completed(initially[table] ?? {}, withoutNull(fields)) };
    const { success, data } = tables[table].row.safeParse(fitted(tables[table].row, given));
    // The schema belongs to the table, which the compiler can't follow through the name.
    return success ? (data as unknown as Tables[Name]) : undefined;
  }

  put<Name extends TableName>(table: Name, row: Tables[Name]): void {
    const { store } = this.#emulation;
    store.transaction(() => store.table(table).put(row));
  }

  /** New records get higher IDs than this one. */
  reserveIds(last: number): void {
    for (const name of Object.keys(tables) as TableName[]) this.#emulation.store.table(name).lastId = last;
  }

  /** Returns a row as the response of an operation shows it. */
  shown = <Name extends TableName>(operation: OperationName, row: Tables[Name]): Fields =>
    recordOf(routeOf[operation], row, this.#emulation.store);

  /** Serves the API alone on loopback. */
  async serve(prepare: Prepare): Promise<{ readonly url: string; close(): Promise<void> }> {
    const server = await listen(createApi(this.#emulation, prepare), 0);
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}${basePath}`,
      close: async () => {
        this.#emulation.endRequests();
        const ended = once(server, "close");
        server.close();
        server.closeAllConnections();
        await ended;
      },
    };
  }
}

/** Leaves out the fields that a row doesn't have, at any depth, because StatusHub may add some. */
function fitted(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return value === null || value === undefined ? value : fitted(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => fitted(schema.element as z.ZodType, item));
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const item = (value as Fields)[name];
    return [name, item === null && !field.safeParse(null).success ? undefined : fitted(field, item)];
  });
  return Object.fromEntries(fields.filter(([, item]) => item !== undefined));
}

/** Objects get the keys that they lack, too. */
const completed = (initial: Fields, fields: Fields): Fields => ({
  ...initial,
  ...Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isObject(initial[name]) && isObject(value) ? { ...initial[name], ...value } : value,
    ]),
  ),
});

const withoutNull = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
