import type { z } from "zod";
import type { OperationName, operations } from "../../model/kinds/operations.ts";
import type { SettableClock } from "../clock.ts";
import type { EmulatorAssumptions } from "../differences/assumptions.ts";
import type { Readings } from "../events/reading.ts";
import type { Faults } from "../faults.ts";
import type { Rates } from "../http/limits.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import type { NewHub } from "../resources/hub.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { HubRow } from "../tables/hub.ts";
import type { Snapshot, TableName, Tables } from "../tables/index.ts";

/** Controls for tests, in the same process and over HTTP, for what the API doesn't offer. `hub` is a hub's subdomain. */
export interface Controls extends Readings {
  /** Requests to the API so far, oldest first: at least the last 50,000, or the last 16 MiB if they are long. */
  readonly requests: readonly LoggedRequest[];
  clearRequests(): void;
  readonly faults: Faults;
  /** How the service differs: from our guesses about the API, and in single fields. */
  readonly assumptions: EmulatorAssumptions;
  /** Replaces the assumptions; `{}` ends all. */
  assume(assumptions: EmulatorAssumptions): void;
  /** The time of the records. */
  readonly clock: SettableClock;
  /** Simulates another client with the same API keys that uses this much of every second from now on; `{}` ends it. */
  setOtherClient(taken: Partial<Rates>): void;
  snapshot(): Snapshot;
  /** Replaces all records with those of a snapshot. */
  restore(snapshot: Snapshot): void;
  /**
   * Resets the emulator to its state after creation, but to the records of the preset if there is one. Cuts off requests in
   * progress.
   */
  reset(): void;

  /** Returns the records of a table in insertion order, including the emulator's own fields. */
  records<Name extends TableName>(table: Name): readonly Tables[Name][];
  /**
   * Changes fields of a record. Throws if the record or a field doesn't exist, or a value has the wrong type. Doesn't
   * check the API's rules.
   */
  edit<Name extends TableName>(table: Name, id: number, changes: Partial<Tables[Name]>): void;
  /** Deletes a record as the API does: it can still be read, with `flags.deleted`. */
  softDelete(table: SoftTable, id: number): void;
  /** Removes a record for good, so that reading it returns 404. */
  remove(table: TableName, id: number): void;
  /**
   * Performs an operation of the API without an API key, rate limit, faults, differences or the request log. Throws if the
   * API would reject it.
   *
   * @example
   * ```ts
   * emulator.perform("createService", { params: { subdomain: "acme" }, body: { group_id: 1, name: "API" } });
   * ```
   */
  perform<Name extends OperationName>(operation: Name, request: PanelRequest): ResponseOf<Name>;
  /** Creates a hub with its groups, for which the API has no operation. */
  createHub(hub: NewHub): HubRow;
  /** Raises a platform alert on a hub, replacing the active one. Undefined ends the active one. */
  setPlatformAlert(hub: string, alert: Alert | undefined): void;
  /**
   * Applies a template to an update or a maintenance that is being written, as the control panel does, and returns the
   * resulting fields. Throws if there is no such template.
   */
  applyTemplate(table: TemplateTable, id: number, draft: EventDraft): EventDraft;
  /**
   * Changes that the recipient of a subscription makes without the team. Documented: recipients can't edit or end a
   * protected subscription, so these throw.
   */
  readonly selfService: SelfService;
}

export type SoftTable = {
  [Name in TableName]: Tables[Name] extends { readonly deleted: boolean } ? Name : never;
}[TableName];

export type TemplateTable = "incident_templates" | "maintenance_templates";

export interface PanelRequest {
  /** Path parameters, such as `subdomain` and `service_id`. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** The record or the list that an operation returns; never for one that returns nothing. */
export type ResponseOf<Name extends OperationName> = (typeof operations)[Name] extends { response: infer Response }
  ? Response extends z.ZodType
    ? z.input<Response>
    : never
  : never;

export interface Alert {
  readonly title: string;
  readonly body?: string | undefined;
}

/** Fields of an incident update or a maintenance that is being written. */
export interface EventDraft {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly incident_type?: string | undefined;
  readonly service_statuses?: readonly ServiceStatus[] | undefined;
  readonly silent?: boolean | undefined;
  /** Minutes from start to end of a maintenance. */
  readonly duration?: number | undefined;
}

export interface Selection {
  readonly all?: boolean | undefined;
  readonly service_ids?: readonly number[] | undefined;
}

export interface SelfService {
  selectServices(subscriptionId: number, selection: Selection): void;
  unsubscribe(subscriptionId: number): void;
}
