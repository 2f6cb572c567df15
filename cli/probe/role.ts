import { hubOperations } from "../../model/kinds/hub.ts";
import { isLimitExhausted, isServerError } from "../../provider/client/errors.ts";
import { requestsPerSecond } from "../../provider/client/limits.ts";
import { limitShared } from "../errors/doctor.ts";
import { roleKinds } from "./permissions.ts";
import { type KindName, unusedId } from "./probed-kinds.ts";
import { type Exchange, type Seen, see } from "./recording.ts";
import type { Session } from "./session.ts";

export const roleStep = "role";

/** Sends up to two empty updates for each hub, or for one, of records that don't exist. */
export async function askForRoles(session: Session, hub: string | undefined): Promise<void> {
  session.asksForRoles = true;
  // Documented: a list holds hubs of one type. Services belong to a primary hub, so a connected one has none to update.
  for (const [type, kinds] of [["primary", roleKinds] as const, ["connected", roleKinds.slice(0, 1)] as const]) {
    const query = { type, page: 1, per_page: 100 };
    const listed = await session.send("hubs by type", hubOperations.list, {}, { query });
    const subdomains = (listed.list ?? []).map(({ subdomain }) => String(subdomain));
    for (const subdomain of subdomains.filter((each) => hub === undefined || each === hub))
      await askOnHub(session, subdomain, kinds);
  }
  session.asksForRoles = false;
}

async function askOnHub(session: Session, hub: string, kinds: readonly KindName[]): Promise<void> {
  for (const kind of kinds) {
    try {
      const exchange = await session.ask(roleStep, "update", kind, { hub, id: unusedId, wire: {} });
      if (!isAllowed(exchange)) return;
    } catch (error) {
      if (!isServerError(error)) throw error;
      return;
    }
  }
}

/** Sends as many reads as the limit allows in a second: unless another client uses the key, none is rejected. */
export async function measureLimit(session: Session): Promise<string> {
  const { reads } = requestsPerSecond;
  const read = () => session.perform(hubOperations.list, {}, { query: { page: 1, per_page: 1 } });
  try {
    await session.record("limit", () => Promise.all(Array.from({ length: reads }, read)));
  } catch (error) {
    if (!isLimitExhausted(error)) throw error;
    return limitShared.limit();
  }
  return session.describeUsage() ?? `no sign of other clients in ${reads} reads; writes weren't checked`;
}

export interface Role {
  readonly hub: string;
  readonly role: string;
  readonly isCertain: boolean;
}

const isAllowed = ({ isSuccess, isRejection, status }: Seen) => isSuccess || isRejection || [404, 405].includes(status);

/**
 * Inferred (permissions-first): StatusHub checks permissions before it looks for the record, so that 404 or 422 means
 * "allowed". That is only certain if the same key gets a 403 for something else. A 403 itself is certain.
 */
export function rolesIn(exchanges: readonly Exchange[]): Role[] {
  const all = exchanges.filter(({ step }) => step === roleStep).map(see);
  const isProven = all.some(({ status }) => status === 403);
  const byHub = Map.groupBy(all, ({ path }) => path.split("/")[2] ?? "");
  return [...byHub].map(([hub, some]) => {
    const last = some.at(-1) as Seen;
    const isOfTemplate = last.path.includes(`/${roleKinds[0]}/`);
    if (last.status === 403) return { hub, role: isOfTemplate ? readOnly : editor, isCertain: true };
    if (!isAllowed(last)) return { hub, role: `unknown (${last.status})`, isCertain: false };
    const role = isOfTemplate ? "editor or more" : "manager or admin";
    const condition = isProven ? "" : ", if StatusHub reports missing permissions: it reported none";
    return { hub, role: `${role}${condition}`, isCertain: isProven };
  });
}

const readOnly = "read-only, enough for drift, preview and export";
const editor = "editor: templates and maintenances, but no services";
