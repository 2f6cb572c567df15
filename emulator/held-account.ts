import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { OperationName } from "../model/kinds/operations.ts";
import type { Clock } from "./clock.ts";
import { createEmulation, type Emulation } from "./emulation.ts";
import { remindsAfter } from "./events/announcement.ts";
import { announcedTo } from "./events/outbox.ts";
import type { Followed } from "./followed.ts";
import { wholeRow } from "./held-row.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { recordOf } from "./resources/record.ts";
import { basePath, routeOf } from "./route.ts";
import { createApi, listen, type Prepare } from "./server.ts";
import { type TableName, type Tables, tableNames } from "./tables/index.ts";

/*
 * The entry for the CLI, which plays an update on a copy of a page. The copy begins empty and holds the records that somebody
 * puts there as they are, whatever the rules of the API say.
 */

export type { Followed } from "./followed.ts";
export type { RoutedRequest } from "./http/request.ts";
export { HttpError } from "./http-error.ts";
export type { TableName, Tables } from "./tables/index.ts";
export type { Prepare };
export { announcedTo, remindsAfter };

type Fields = Readonly<Record<string, unknown>>;

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

  /** Makes a whole row of what is known of a record; undefined if the emulator can't hold such a record. */
  rowOf = wholeRow;

  put<Name extends TableName>(table: Name, row: Tables[Name]): void {
    const { store } = this.#emulation;
    store.transaction(() => store.table(table).put(row));
  }

  /** New records get higher IDs than this one. */
  reserveIds(last: number): void {
    for (const name of tableNames) this.#emulation.store.table(name).lastId = last;
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
