import type { Live } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { withoutCode } from "../../model/problem.ts";
import { absenceUnproven } from "../errors/read.ts";
import { isStatusHubError, mayLackList, StatusHubError } from "./errors.ts";
import type { Place } from "./place.ts";

/**
 * A 404 doesn't prove that a record is gone: a gateway that has lost the route, or another server, also returns one. So something else
 * has to prove it, the first of these that there is:
 *
 * - our own DELETE has removed the record
 * - the list has been read in this run, and whatever has shown the record last has shown it as deleted, or nothing has
 * - the list, which is requested now, doesn't show the record
 * - there may be no such list, and some other record could be read or written in this run
 *
 * @param absent the 404
 * @throws if none of them proves it
 */
export async function requireWitness(
  { memory, operations }: Pick<Place, "memory" | "operations">,
  { id, listPages }: { readonly id: string; readonly listPages: () => Promise<Live[]> },
  absent: StatusHubError,
): Promise<void> {
  if (memory.wasRemoved(id)) return;
  const wasLeftOut = memory.lists.isRead && !memory.wasShown(id);
  if (wasLeftOut) return;
  let listed: Live[];
  try {
    listed = await listPages();
  } catch (error) {
    const reason = isStatusHubError(error) ? withoutCode(error.message) : String(error);
    const mayNotExist = !memory.lists.isRead && mayLackList(operations, error);
    if (!mayNotExist) throw unproven("list", absent, reason, error);
    if (memory.hasAnswered) return;
    throw unproven("noList", absent, reason, error);
  }
  memory.lists.notice(listed);
  const isShown = listed.some((live) => String(live.id) === id && !isDeleted(live));
  if (isShown) throw unproven("list", absent, "the list shows it", absent);
}

function unproven(variant: "list" | "noList", absent: StatusHubError, reason: string, cause: unknown) {
  return new StatusHubError(absenceUnproven[variant]({ absent: withoutCode(absent.message), reason }), { cause });
}
