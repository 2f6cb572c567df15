import type { TableName, Tables } from "../../emulator/held-account.ts";
import type { Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import { valuesIn } from "../../provider/inspect.ts";
import type { Page } from "./page.ts";

const tables = [
  "hubs",
  "services",
  "incident_templates",
  "maintenance_templates",
  "subscriptions",
  "maintenances",
] as const;

/** A record with the fields of its table, whichever that is. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** The records of a page at one moment of the rehearsal. What is read of the live page later is part of all moments. */
export class Moment {
  readonly page: Page;
  /** How often a guess had decided something until then. */
  readonly followedCount: number;
  /** The records that the rehearsal has written until then. */
  readonly #written: ReadonlyMap<TableName, ReadonlyMap<number, Tables[TableName]>>;

  constructor(page: Page) {
    this.page = page;
    this.followedCount = page.after.followed.length;
    this.#written = new Map(tables.map((table) => [table, writtenIn(page, table)]));
  }

  find<Name extends TableName>(table: Name, id: number): Tables[Name] | undefined {
    // The key names the table of the row, which the compiler can't follow through a map.
    return (this.#written.get(table)?.get(id) ?? this.page.before.find(table, id)) as Tables[Name] | undefined;
  }

  all<Name extends TableName>(table: Name): Tables[Name][] {
    const written = this.#written.get(table) ?? new Map();
    const others = this.page.before.all(table).filter(({ id }) => !written.has(id));
    return [...others, ...(written.values() as Iterable<Tables[Name]>)];
  }

  /** IDs of the records that may differ from the live page. */
  written(table: TableName): number[] {
    return [...(this.#written.get(table)?.keys() ?? [])];
  }

  /** Returns a record's values as programs use them, with those that no response carries. */
  valuesOf(definition: Definition, row: Row): Stored {
    const get = `get${definition.kind}` as OperationName;
    const live = this.page.after.shown(get, row as unknown as Tables["services"]);
    const unseen = Object.entries(definition.properties).filter(([, { writeOnly }]) => writeOnly === true);
    return { ...valuesIn(definition, live), ...Object.fromEntries(unseen.map(([name, { key }]) => [name, row[key]])) };
  }
}

const writtenIn = (page: Page, table: TableName) =>
  new Map(
    page.after
      .all(table)
      .filter((row) => page.before.find(table, row.id) !== row)
      .map((row) => [row.id, row]),
  );
