import { AssertionError } from "node:assert";
import type { Operation } from "../../model/api/operation.ts";
import { idParameter, type KindName, kinds, unusedId } from "./probed-kinds.ts";
import type { Fields } from "./recording.ts";

/** A request before it is sent. */
export interface Request {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: Fields | undefined;
}

/** What a run may write to. */
export interface Permissions {
  /** The hub that may be written; undefined if the run only reads. */
  readonly hub: string | undefined;
  /** Whether requests that only tell the role may be sent, to any hub. */
  readonly asksForRoles: boolean;
  readonly mark: string;
  /** Whether this run, or a killed one, has created a record. */
  isOurs(kind: KindName, id: string): boolean;
}

/**
 * Throws unless a request is a GET, tells the role, or writes to a record that this run has made. Every request passes here, so that a
 * mistake in a probe fails instead of publishing, notifying or changing something.
 *
 * @throws AssertionError, which is a defect of a probe
 */
export function checkRequest({ operation, params, body }: Request, permissions: Permissions): void {
  const { method, path } = operation;
  if (method === "GET") return;
  if (permissions.asksForRoles && isRoleRequest({ operation, params, body })) return;
  const refuse = (reason: string) =>
    new AssertionError({ message: `probe must not send ${method} ${path}: ${reason}` });
  if (params.subdomain === undefined || params.subdomain !== permissions.hub) throw refuse("not on this hub");
  const [, , collection = "", ...below] = path.split("/").slice(1);
  if (!(collection in kinds)) throw refuse("records of this kind are never written");
  const kind = below[1] === "subscriptions" ? "subscriptions" : (collection as KindName);
  // A subscriber could be created with any subscriptions.
  if (kind === "subscribers" && method !== "DELETE") throw refuse("subscribers are only deleted");
  if (method === "POST") {
    // Without its mark, the next run could not find what a killed one has left.
    if (!JSON.stringify(body ?? {}).includes(permissions.mark)) throw refuse("without the mark of this run");
  } else {
    const id = params[idParameter(kind)];
    const isAllowed = id !== undefined && (id === unusedId || permissions.isOurs(kind, id));
    if (!isAllowed) throw refuse("the record is not of this run");
  }
  const problem = body && problemOf[kind]?.(body, method);
  if (problem) throw refuse(problem);
}

/** The kinds whose updates tell the roles apart. Documented: an editor may write templates, and only a manager services. */
export const roleKinds = ["incident_templates", "services"] as const satisfies readonly KindName[];

/** Whether a request changes nothing, because it has no values and is about a record that doesn't exist. */
const isRoleRequest = ({ operation, params, body }: Request): boolean =>
  roleKinds.some((kind) => operation === kinds[kind].operations.update && params[idParameter(kind)] === unusedId) &&
  body !== undefined &&
  Object.keys(body).length === 0;

/** Why a body might publish or notify. */
const problemOf: { readonly [Kind in KindName]?: (body: Fields, method: string) => string | undefined } = {
  maintenances: ({ state, silent, event_notifications }) =>
    state === "draft" && silent === true && event_notifications === undefined ? undefined : "not a silent draft",
  subscriptions: ({ address, method_name: method }, verb) => {
    const methods = verb === "POST" ? ["webhook"] : [undefined, "webhook", "teams"];
    if (!methods.includes(method as string | undefined)) return "not a webhook";
    const isNowhere = typeof address === "string" && /^(https?:\/\/)?[a-z0-9.-]+\.invalid(\/|$)/.test(address);
    return isNowhere || (verb === "PUT" && address === undefined) ? undefined : "the address is not at .invalid";
  },
};
