import type { Live } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { withoutCode } from "../../model/problem.ts";
import { absenceUnproven } from "../errors/read.ts";
import { isStatusHubError, mayLackList, StatusHubError } from "./errors.ts";
import type { Place } from "./place.ts";

/**
 * A gateway that has lost the route, or another server, also returns 404. Then nothing may be forgotten: either our own DELETE has
 * removed the record, or the list of the collection must have been read in this run, and must not show the record.
 *
 * @param absent the 404
 * @throws if the record may be there
 */
export async function requireWitness(
  { memory, operations }: Pick<Place, "memory" | "operations">,
  { id, listPages }: { readonly id: string; readonly listPages: () => Promise<Live[]> },
  absent: StatusHubError,
): Promise<void> {
  const isShown = (live: Live) => String(live.id) === id && !isDeleted(live);
  if (memory.wasRemoved(id)) return;
  if (memory.isListed && !memory.wasShown(id)) return;
  const unproven = (variant: "list" | "noList", reason: string, cause: unknown) =>
    new StatusHubError(absenceUnproven[variant]({ absent: withoutCode(absent.message), reason }), { cause });
  const listed = await listPages().catch((error: unknown) => {
    // If there is no list, any success of the collection is a witness.
    const mayNotExist = !memory.isListed && mayLackList(operations, error);
    if (mayNotExist && memory.hasAnswered) return undefined;
    const reason = isStatusHubError(error) ? withoutCode(error.message) : String(error);
    throw unproven(mayNotExist ? "noList" : "list", reason, error);
  });
  if (listed === undefined) return;
  memory.noteWhole(listed);
  if (listed.some(isShown)) throw unproven("list", "the list shows it", absent);
}
