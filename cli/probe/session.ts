import type { Live } from "../../model/api/form.ts";
import type { Operation } from "../../model/api/operation.ts";
import { type CallOptions, Client, type ClientOptions } from "../../provider/client/client.ts";
import { isApiError, isListMissing, isResponseShape, isUnauthorized } from "../../provider/client/errors.ts";
import { listAll } from "../../provider/client/list.ts";
import type { RawResponse } from "../../provider/client/request.ts";
import type { Connection } from "../../provider/config.ts";
import type { Area } from "./areas.ts";
import { checkRequest, type Permissions } from "./permissions.ts";
import { idParameter, type KindName, kinds } from "./probed-kinds.ts";
import { type Exchange, type Fields, type Seen, see } from "./recording.ts";

export interface SessionOptions extends ClientOptions {
  readonly mark: string;
  /** Ends the run before its next request. */
  readonly signal: AbortSignal;
}

export interface ProbeOptions extends SessionOptions {
  readonly hub?: string | undefined;
  /** The areas that may be written; none for a run that only reads. */
  readonly areas: readonly Area[];
  /** Also checks the role on each hub and the limit, with updates of records that don't exist. */
  readonly roles?: boolean;
  /** Group of the service, on a hub without services. */
  readonly group?: number | undefined;
  /** A hub that exists and that the key may not see. */
  readonly hidden?: string | undefined;
  /** Asks before the first write. Throws to end the run. */
  readonly confirm: (hub: string, leftovers: readonly string[]) => Promise<void>;
}

type Asking = Pick<CallOptions, "query" | "wire">;

/** A record that this run has created, or that a killed run has left. */
export interface CreatedRecord {
  readonly kind: KindName;
  readonly id: string;
  isRemoved: boolean;
}

/** The client of one run: `checkRequest` sees every request before it is sent, and its response is recorded. */
export class Session extends Client implements Permissions {
  readonly exchanges: Exchange[] = [];
  readonly own: CreatedRecord[] = [];
  readonly mark: string;
  /** The only hub that may be written; undefined while the run only reads. */
  hub: string | undefined;
  asksForRoles = false;
  #signal: AbortSignal | undefined;
  #step = "";

  constructor(connection: Connection, { mark, signal, ...options }: SessionOptions) {
    super(connection, options);
    this.mark = mark;
    this.#signal = signal;
  }

  ignoreInterruptions(): void {
    this.#signal = undefined;
  }

  isOurs(kind: KindName, id: string): boolean {
    return this.own.some((record) => record.kind === kind && record.id === id);
  }

  /** Allows writes to a record that a run has made, and to the subscriber that came with it. */
  claim(kind: KindName, { id, subscriber_id: subscriber }: Fields): CreatedRecord {
    if (subscriber !== undefined) this.claim("subscribers", { id: subscriber });
    const known = this.own.find((record) => record.kind === kind && record.id === String(id));
    const record = known ?? { kind, id: String(id), isRemoved: false };
    if (!known) this.own.push(record);
    return record;
  }

  async waitUntil(moment: number): Promise<void> {
    const left = moment - this.clock.now();
    if (left > 0) await this.clock.sleep(left, this.#signal);
  }

  /** @throws AssertionError for a defect, the signal's reason after an interruption, and any failure */
  override async perform(
    operation: Operation,
    params: Record<string, string>,
    options: CallOptions = {},
  ): Promise<Live> {
    const { query, wire } = options;
    this.#signal?.throwIfAborted();
    checkRequest({ operation, params, body: wire }, this);
    const [step, signal] = [this.#step, this.#signal];
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
    const request = { step, method: operation.method, path, ...(query && { query }), ...(wire && { sent: wire }) };
    let at = this.clock.now();
    const onSend = () => {
      at = this.clock.now();
    };
    const onResponse = ({ status, headers, text }: RawResponse) => {
      const [date] = [headers.date].flat();
      this.exchanges.push({ ...request, status, ...(date && { date }), text, at, took: this.clock.now() - at });
    };
    try {
      return await super.perform(operation, params, { ...options, ...(signal && { signal }), onSend, onResponse });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }

  /** Sends a request and returns its exchange, whatever the response. */
  async send(step: string, operation: Operation, params = {}, options: Asking = {}): Promise<Seen> {
    const exchange = (await this.record(step, () => this.perform(operation, params, options))).at(-1);
    if (exchange === undefined) throw new TypeError("a request without a response");
    return exchange;
  }

  /** Sends a request about a record, or about the records of a kind. */
  ask(
    step: string,
    verb: "create" | "list" | "get" | "update" | "delete",
    kind: KindName,
    { id, hub = this.hub ?? "", ...options }: Asking & { readonly id?: string; readonly hub?: string } = {},
  ): Promise<Seen> {
    const params = { subdomain: hub, ...(id !== undefined && { [idParameter(kind)]: id }) };
    return this.send(step, kinds[kind].operations[verb], params, options);
  }

  /** Reads all pages of a list, newest records first; undefined if it can't be read. */
  async list(step: string, kind: KindName, filters: Record<string, string> = {}): Promise<Fields[] | undefined> {
    const parameters = { subdomain: this.hub ?? "" };
    const { list } = kinds[kind].operations;
    const pages = await this.record(step, () => listAll(this, list, { parameters, filters }));
    if (pages.some((page) => page.list === undefined)) return undefined;
    const records = pages.flatMap((page) => page.list ?? []);
    return records.sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)));
  }

  /**
   * Returns the exchanges of some work.
   *
   * @throws what ends the run: an interruption, no response, or an invalid key
   */
  async record(step: string, work: () => Promise<unknown>): Promise<Seen[]> {
    this.#step = step;
    const count = this.exchanges.length;
    await work().catch((error: unknown) => {
      // A rejection, a response of another form and a list without an end tell something about the API.
      const isResult = isResponseShape(error) || isListMissing(error) || isApiError(error);
      if (!isResult || isUnauthorized(error)) throw error;
    });
    return this.exchanges.slice(count).map(see);
  }
}
