import type { HeldAccount, TableName, Tables } from "../../emulator/held-account.ts";
import { isObject } from "../../model/api/object.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../../provider/inspect.ts";
import type { Fields } from "./fields.ts";

/** What the state knows of a record that the page may not show. */
export interface StateFields {
  /** No response carries them. */
  readonly unseen: Fields;
  /** Some services return them in a form that nobody can read, or not at all. */
  readonly deployed: Fields;
}

/** By the kind and ID of the record. */
export type StatesOfRecords = ReadonlyMap<string, StateFields>;

export const recordName = (kind: string, id: string | number): string => `${kind} ${id}`;

/** Why a part of the page isn't known: this key may not read it, or the emulator can't hold the record. */
export interface Gap {
  readonly hub: string;
  readonly kind: string;
}

export interface Page {
  readonly before: HeldAccount;
  readonly after: HeldAccount;
  /** Where the provider finds the page after. */
  readonly url: string;
  readonly apiKey: string;
  /** Reads the live page. */
  readonly account: Account;
  /** Where the live page is. */
  readonly baseUrl: string;
  /** Grows while parts of the live page are read. */
  readonly gaps: readonly Gap[];
  /** The first failure to read the live page; half a report is none. */
  readonly failure: unknown;
  /** The time of the page, in milliseconds since 1970. */
  now(): number;
  /** From now on, the provider looks for records in lists, so long ones are read to their end. */
  endRefresh(): void;
  /** Moves the time of the page on. */
  advance(milliseconds: number): void;
  /** Reads a list of a hub, unless a request has done so. Returns whether it could be read and shows its records as documented. */
  loadList(hubId: number, definition: Definition): Promise<boolean>;
  /** Reads a record in full, unless a request has done so. Returns whether it could be read. */
  loadRecord(hubId: number, definition: Definition, id: string): Promise<boolean>;
  /** Whether other hubs may show the services of a hub. */
  mayHaveConnected(hubId: number): Promise<boolean>;
  /** Finds a hub by its name in the rehearsal, which may have renamed it. */
  findHub(subdomain: string): Promise<Tables["hubs"] | undefined>;
  close(): Promise<void>;
}

/** Finds the hub that a program names; undefined if it isn't there. */
export async function hubIdOf(page: Page, hub: unknown): Promise<number | undefined> {
  if (isObject(hub)) return Number(hub.id);
  return typeof hub === "string" ? (await page.findHub(hub))?.id : undefined;
}

/** Records that the rehearsal creates have higher IDs, so that none meets a deleted one that no list shows. */
export const lastLiveId = 900_000_000;

export const tableOf = ({ operations }: Definition): TableName => operations.list.path.split("/").at(-1) as TableName;
